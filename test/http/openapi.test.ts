import { expect, test } from 'bun:test';
import { type Schema, Validator } from '@cfworker/json-schema';
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator';
import { createApp } from '../../src/http/app.ts';
import { type Document, documentOf } from '../support/documented.ts';
import { testInbox } from '../support/inbox.ts';
import { testServer } from '../support/server.ts';

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

test('the document is valid OpenAPI 3.1', async () => {
  await using server = await testServer();
  const result = await new OpenApiValidator().validate({ ...(await documentOf(server.url)) });
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('others are served while the document is made for the first who asks', async () => {
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  const made = app.handle(new Request('http://localhost/openapi.json'));
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  expect((await made).status).toBe(200);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

test('the document has every route that the server takes', async () => {
  await using server = await testServer();
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  const routes = app.routes
    .filter(({ path }) => path !== '/docs')
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}')}`,
    );
  expect(operationsOf(await documentOf(server.url)).sort()).toEqual([...new Set(routes)].sort());
});

test('every operation has a name of its own, a summary and a tag', async () => {
  await using server = await testServer();
  const { paths } = await documentOf(server.url);
  const operations = Object.values(paths).flatMap(
    (methods) =>
      Object.values(methods) as { operationId?: string; summary?: string; tags?: string[] }[],
  );
  expect(operations.filter(({ summary, tags }) => !summary || !tags?.length)).toEqual([]);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
});

test('a route that takes no body reads none', async () => {
  await using server = await testServer();
  const { paths } = await documentOf(server.url);
  const bodiless = operationsOf({ paths } as Document).filter((name) => {
    const [method = '', path = ''] = name.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    return method !== 'GET' && operation && !('requestBody' in operation);
  });
  expect(bodiless.length).toBeGreaterThan(5);
  for (const name of bodiless) {
    const [method = '', path = ''] = name.split(' ');
    for (const type of ['application/json', 'multipart/form-data']) {
      const asked = { method, headers: { 'content-type': type }, body: '{' };
      const { status } = await server.as.owner.send(path.replace('/api/v1', ''), asked);
      expect([name, type, [200, 403, 404].includes(status)]).toEqual([name, type, true]);
    }
  }
});

test('every example fits its schema', async () => {
  await using server = await testServer();
  const { components } = await documentOf(server.url);
  const checked = Object.entries(components.schemas).flatMap(([name, { examples = [] }]) => {
    const schema = { $ref: `#/components/schemas/${name}`, components } as Schema;
    return examples.map((example) => ({
      name,
      ...new Validator(schema, '2020-12').validate(example),
    }));
  });
  expect(checked.filter(({ valid }) => !valid)).toEqual([]);
  expect(checked.length).toBeGreaterThan(15);
});

test('every named schema that a caller sends has an example', async () => {
  await using server = await testServer();
  const { paths, components } = await documentOf(server.url);
  const sent = JSON.stringify(Object.values(paths).flatMap((methods) => Object.values(methods)));
  const names = [...sent.matchAll(/"requestBody":.{0,120}?schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !components.schemas[name ?? '']?.examples?.length)).toEqual([]);
});

test('the page works without a script, and asks no other host', async () => {
  await using server = await testServer();
  const page = await fetch(`${server.url}/docs`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('POST /api/v1/messages');
  const own = /<script src="assets\/scheme-\w+\.js"><\/script>/;
  expect(html.replace(own, '')).not.toMatch(/<script|https?:\/\/(?!example\.com)/);
});

test('the page is searched by the server, which takes any words literally', async () => {
  await using server = await testServer();
  const found = async (query: string) => {
    const page = await fetch(`${server.url}/docs?q=${encodeURIComponent(query)}`);
    return { status: page.status, html: await page.text() };
  };
  const some = await found('POST keys rotate');
  expect(some.html).toContain('<code>POST /api/v1/keys/:id/rotate</code>'.replace(':id', '{id}'));
  expect(some.html).not.toContain('/api/v1/messages</code>');
  expect((await found('"><b>')).html).not.toContain('<b>');
  expect((await found('nothing-like-that')).html).toContain('0 of ');
  expect((await found('x'.repeat(201))).status).toBe(400);
});
