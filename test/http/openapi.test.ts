import { expect, test } from 'bun:test';
import { type Schema, Validator } from '@cfworker/json-schema';
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator';
import { createKey } from '../../src/core/access/keys.ts';
import { createApp } from '../../src/http/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { type Document, documentOf } from '../support/server/documented.ts';
import { testServer } from '../support/server/server.ts';

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

test('is valid OpenAPI 3.1', async () => {
  await using server = await testServer();
  const result = await new OpenApiValidator().validate({ ...(await documentOf(server.url)) });
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('yields to other requests while the document is built', async () => {
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

test.each([
  ['/openapi.json', 'application/json'],
  ['/docs', 'text/html; charset=utf-8'],
])('serves %s compressed and revalidates it, at the root and under a path', async (path, type) => {
  await using server = await testServer({
    publicUrl: 'https://127.0.0.1/inbox',
    corsOrigins: 'https://example.com',
  });
  const get = async (headers: Record<string, string>, method = 'GET', base = '') => {
    const init = { method, headers, decompress: false };
    const answer = await fetch(server.url + base + path, init);
    const sent = Object.fromEntries(answer.headers);
    return { status: answer.status, sent, bytes: await answer.bytes() };
  };
  const whole = await get({ 'accept-encoding': 'identity' });
  const { etag = '' } = whole.sent;
  expect([whole.status, whole.sent['content-type'], etag]).toEqual([
    200,
    type,
    expect.stringMatching(/^W\/"\w+"$/),
  ]);
  const zipped = await get({ 'accept-encoding': 'gzip', origin: 'https://example.com' });
  expect(zipped.sent['content-encoding']).toBe('gzip');
  expect(Bun.gunzipSync(zipped.bytes)).toEqual(whole.bytes);
  for (const { sent } of [whole, zipped]) {
    expect(sent).toMatchObject({
      etag,
      vary: 'accept-encoding, Origin',
      'cache-control': 'no-cache',
    });
    expect(sent).toHaveProperty('strict-transport-security');
  }
  const head = await get({ 'accept-encoding': 'identity' }, 'HEAD');
  expect([head.status, head.sent.etag, head.bytes.length]).toEqual([200, etag, 0]);
  expect(head.sent['content-length']).toBe(`${whole.bytes.length}`);
  const short = await get({ 'accept-encoding': 'gzip' }, 'HEAD');
  expect(short.sent).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': `${zipped.bytes.length}`,
  });
  for (const base of ['', '/inbox']) {
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await get({ 'if-none-match': known }, method, base);
        expect([known, again.status, again.sent.etag, again.bytes.length]).toEqual([
          known,
          304,
          etag,
          0,
        ]);
      }
    }
    expect((await get({ 'if-none-match': '"other"' }, 'GET', base)).status).toBe(200);
  }
});

test('counts reads of the reference by strangers, and charges a key with its own', async () => {
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false, rateLimit: 50 });
  await app.modules;
  const { key } = await createKey(inbox, inbox.owner, {
    name: 'Key',
    channels: 'all',
    expiresAt: null,
  });
  const read = async (path: string, headers = {}) =>
    (await app.handle(new Request(`http://localhost${path}`, { headers }))).status;
  const paths = ['/openapi.json', '/openapi.json/', '/docs', '/docs?q=key'];
  for (let index = 0; index < 100; index++) expect(await read(paths[index % 4] ?? '')).toBe(200);
  for (const path of paths) expect([path, await read(path)]).toEqual([path, 429]);
  expect(await read('/docs', { 'x-api-key': 'hp_invalid' })).toBe(429);
  expect(await read('/health')).toBe(200);
  for (const path of paths)
    expect([path, await read(path, { 'x-api-key': key })]).toEqual([path, 200]);
  inbox.clock.advance(1000);
  expect(await read('/docs', { 'x-api-key': 'hp_invalid' })).toBe(200);
});

test("has exactly the server's routes", async () => {
  await using server = await testServer();
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  const routes = app.routes
    // A page, and what has a protocol of its own.
    .filter(({ path }) => path !== '/docs' && !path.startsWith('/mcp'))
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}')}`,
    );
  expect(operationsOf(await documentOf(server.url)).sort()).toEqual([...new Set(routes)].sort());
});

type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required: boolean }[];
  responses: Record<string, { $ref?: string; content?: Record<string, unknown>; headers?: object }>;
};

async function operationsAt(url: string): Promise<[name: string, Operation][]> {
  const { paths, webhooks } = await documentOf(url);
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, one]) => [`${method.toUpperCase()} ${path}`, one] as [string, Operation],
    ),
  );
}

/** The verbs with which an operation's name begins. */
const verbs =
  /^(acknowledge|answer|approve|begin|change|check|collect|count|create|delete|deny|describe|download|end|export|finish|get|list|log|mark|pair|receive|record|resume|retry|revoke|rotate|send|set|store|test|update|upload|verify|wait|withdraw)[A-Z]/;

test('names every operation by a unique verb, with a summary and a tag', async () => {
  await using server = await testServer();
  const operations = await operationsAt(server.url);
  for (const [name, { operationId = '', summary, tags }] of operations) {
    expect([name, operationId]).toEqual([name, expect.stringMatching(verbs)]);
    expect([name, Boolean(summary), tags?.length]).toEqual([name, true, 1]);
  }
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const id of ['sendMessage', 'waitForReview', 'answerReview', 'listPendingReviews']) {
    expect(ids).toContain(id);
  }
});

test('names no schema like a built-in of JavaScript', async () => {
  await using server = await testServer();
  const { components } = await documentOf(server.url);
  const taken = Object.keys(components.schemas).filter((name) => name in globalThis);
  expect(taken).toEqual([]);
  expect(components.schemas).toHaveProperty('Problem');
});

test('declares every path parameter, and the code of a device lookup', async () => {
  await using server = await testServer();
  const operations = await operationsAt(server.url);
  for (const [name, { parameters = [] }] of operations) {
    const named = parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
    expect([name, named.sort()]).toEqual([name, [...(name.match(/\{\w+\}/g) ?? [])].sort()]);
  }
  const [, lookUp] = operations.find(([name]) => name === 'GET /api/v1/auth/device') ?? [];
  expect(lookUp?.parameters).toMatchObject([{ name: 'userCode', in: 'query', required: true }]);
});

test('declares the content type of every response, and a download as bytes', async () => {
  await using server = await testServer();
  const operations = await operationsAt(server.url);
  const special = operations.flatMap(([name, { responses }]) =>
    Object.entries(responses)
      .filter(([status]) => /^2\d\d$/.test(status))
      .map(([, { content = {} }]) => [name, Object.keys(content).join()])
      .filter(([, types]) => types !== 'application/json'),
  );
  expect(special).toEqual([
    ['GET /api/v1/reviews/export', 'application/json,text/csv'],
    ['GET /api/v1/decide/files/{id}', 'application/octet-stream,*/*'],
    ['GET /api/v1/decide/files/{id}', 'application/octet-stream,*/*'],
    ['GET /api/v1/events', 'application/json,text/event-stream'],
    ['GET /api/v1/files/{id}/download', 'application/octet-stream,*/*'],
    ['GET /api/v1/files/{id}/download', 'application/octet-stream,*/*'],
    ['GET /api/v1/oauth/callback', 'text/html'],
  ]);
});

test('describes the headers of each response', async () => {
  await using server = await testServer();
  const { components } = await documentOf(server.url);
  const operations = new Map(await operationsAt(server.url));
  const headersOf = (name: string, status: number) => {
    const { $ref, headers } = operations.get(name)?.responses[status] ?? {};
    const shared = $ref ? components.responses[$ref.split('/').at(-1) ?? '']?.headers : undefined;
    return Object.keys(headers ?? shared ?? {});
  };
  const always = [
    'X-Request-Id',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Inbox-Seq',
    'Inbox-Log',
  ];
  const pending = headersOf('GET /api/v1/reviews/pending', 200);
  expect(pending).toEqual(['Inbox-Total', 'Inbox-Next-Cursor', ...always]);
  expect(headersOf('GET /api/v1/agents', 200)).toEqual(['Inbox-Next-Cursor', ...always]);
  expect(headersOf('POST /api/v1/messages', 429)).toContain('Retry-After');
  expect(headersOf('POST /api/v1/messages', 405)).toContain('Allow');
  expect(headersOf('POST /api/v1/auth/login', 200)).toContain('Set-Cookie');
  for (const name of ['ETag', 'Content-Disposition', 'Accept-Ranges']) {
    expect(headersOf('GET /api/v1/files/{id}/download', 200)).toContain(name);
  }
  expect(headersOf('GET /api/v1/files/{id}/download', 206)).toContain('Content-Range');
});

test('describes OPTIONS and HEAD as the server answers them', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const { paths } = await documentOf(server.url);
  const { ownerHeaders: headers } = server.as;
  for (const [path, operations] of Object.entries(paths)) {
    const url = server.url + path.replaceAll(/\{\w+\}/g, 'nothing');
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    const options = await fetch(url, { method: 'OPTIONS' });
    expect([path, options.status, options.headers.get('allow')]).toEqual([
      path,
      204,
      allowed.join(', '),
    ]);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue;
      const { status, headers: answered } = await fetch(url, { method, headers });
      expect([method, path, status, answered.get('allow')]).toEqual([
        method,
        path,
        405,
        allowed.join(', '),
      ]);
    }
    if (!methods.includes('GET')) continue;
    for (const credential of [headers, {}]) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(url, { method, headers: credential })),
      );
      expect([path, head?.status, await head?.text()]).toEqual([path, get?.status, '']);
      expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type') ?? '');
    }
  }
});

test('ignores the body of a route that takes none', async () => {
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
      expect([name, type, [200, 401, 403, 404].includes(status)]).toEqual([name, type, true]);
    }
  }
});

test('has examples that are valid', async () => {
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

test('has an example for every named request schema', async () => {
  await using server = await testServer();
  const { paths, components } = await documentOf(server.url);
  const sent = JSON.stringify(Object.values(paths).flatMap((methods) => Object.values(methods)));
  const names = [...sent.matchAll(/"requestBody":.{0,120}?schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !components.schemas[name ?? '']?.examples?.length)).toEqual([]);
});

test('serves a page without inline scripts or other hosts', async () => {
  await using server = await testServer();
  const page = await fetch(`${server.url}/docs`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('POST /api/v1/messages');
  const own = /<script src="assets\/scheme-\w+\.js"><\/script>/;
  expect(html.replace(own, '')).not.toMatch(/<script|https?:\/\/(?!example\.com)/);
});

test('searches the page on the server, literally', async () => {
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

test('keeps deprecated references for the former names of webhook events', async () => {
  await using server = await testServer();
  const { schemas } = (await documentOf(server.url)).components;
  for (const name of ['MessageCreated', 'ReviewResponded', 'ReviewExpired', 'WebhookTest']) {
    expect(schemas[`${name}Event`]).toHaveProperty('properties.event');
    expect(schemas[`${name}News`]).toMatchObject({
      $ref: `#/components/schemas/${name}Event`,
      deprecated: true,
      description: expect.stringContaining(`Renamed to ${name}Event`),
    });
  }
});
