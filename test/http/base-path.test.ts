import { expect, test } from 'bun:test';
import { ConfigError, loadConfig } from '../../src/config.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connected } from '../support/clients/sockets.ts';
import { testServer } from '../support/server/server.ts';

const publicUrl = 'http://127.0.0.1/inbox';
const asPage = { headers: { accept: 'text/html' } };

test('answers every path with the prefix, and without it behind a proxy that strips it', async () => {
  await using server = await testServer({ publicUrl });
  const paths = [
    '/health',
    '/openapi.json',
    '/docs?q=key',
    '/',
    '/m/x',
    '/settings/keys',
    '/api/v1/agents',
  ];
  for (const path of paths) {
    const [kept, taken] = await Promise.all(
      ['/inbox', ''].map((base) => fetch(`${server.url}${base}${path}`, asPage)),
    );
    const reported = async (answer?: Response) => {
      const text = await answer?.text();
      return [path, answer?.status, text?.replace(/"(uptime|requestId)\w*":[^,}]+/g, '')];
    };
    expect(await reported(kept)).toEqual(await reported(taken));
  }
  expect((await fetch(`${server.url}/inbox`, asPage)).status).toBe(200);
  expect((await fetch(`${server.url}/inboxes/health`)).status).toBe(404);
  expect((await fetch(`${server.url}/inbox/inbox/health`)).status).toBe(404);
});

test('names the prefix as the server in the OpenAPI document', async () => {
  await using server = await testServer({ publicUrl });
  const document = await (await fetch(`${server.url}/openapi.json`)).json();
  expect(document).toMatchObject({ servers: [{ url: '/inbox' }] });
});

/** Requested with the page. */
const session = '/inbox/api/v1/auth/session';

test('links existing assets under a prefix, compressed and plain', async () => {
  await using server = await testServer({ publicUrl });
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { ...asPage.headers, 'accept-encoding': encoding };
    const page = await (await fetch(`${server.url}/inbox/m/x`, { headers })).text();
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(4);
    expect(named).toContain(session);
    for (const path of named) {
      if (path === session) continue;
      expect(path).toMatch(/^\/inbox\/(assets\/|manifest\.webmanifest$)/);
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    }
  }
  const manifest = await fetch(`${server.url}/inbox/manifest.webmanifest`);
  expect(((await manifest.json()) as { id: string }).id).toBe('/inbox/');
});

test('ends a long poll under a prefix when its client leaves', async () => {
  await using server = await testServer({ publicUrl, metrics: '127.0.0.1' });
  const channel = await server.channel();
  const review = { type: 'approval' };
  const body = { channelId: channel.id, text: 'Go?', review };
  const asked = (await server.as.agent.post<Message>('/messages', body)).body;
  const waiters = async () => {
    const metrics = await (await fetch(`${server.url}/inbox/metrics`)).text();
    return /^inbox_review_waiters (\d+)/m.exec(metrics)?.[1];
  };
  const until = async (count: string) => {
    while ((await waiters()) !== count) await Bun.sleep(20);
  };
  const left = new AbortController();
  const url = `${server.url}/inbox/api/v1/reviews/${asked.id}/wait?channel=${channel.id}&timeout=30000`;
  const held = fetch(url, { headers: { 'x-api-key': server.agentKey.key }, signal: left.signal });
  await until('1');
  left.abort();
  await held.catch(() => {});
  await until('0');
});

const ways: [path: string, namespace: string][] = [
  ['/inbox/socket.io/', ''],
  ['/inbox/socket.io/', '/ws'],
  ['/inbox/socket.io/', '/inbox'],
  ['/inbox/socket.io/', '/inbox/ws'],
  ['/inbox/ws/', ''],
  ['/socket.io/', '/inbox/ws'],
  ['/socket.io/', '/ws'],
];
test.each(ways)(
  'accepts a socket at %s with the namespace %p under a prefix',
  async (path, namespace) => {
    await using server = await testServer({ publicUrl });
    const auth = { token: server.as.ownerHeaders.authorization.slice('Bearer '.length) };
    using socket = await connected(server.url, { path, namespace, auth });
    const received = new Promise<{ name: string }>((resolve) =>
      socket.on('agent:created', resolve),
    );
    await server.channel({ name: 'Night' });
    expect((await received).name).toBe('Night');
  },
);

test("refuses a public URL under one of the inbox's own paths", async () => {
  await using server = await testServer();
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object };
  const source = (name: string) =>
    Bun.file(`${import.meta.dir}/../../src/dashboard/app/${name}`).text();
  const sources = (await source('pages.tsx')) + (await source('app.tsx'));
  const pages = [...sources.matchAll(/'(\/[^']*)'|path="([^"]*)"/g)].map(
    ([, one, other]) => `${one ?? other}`,
  );
  expect(pages.length).toBeGreaterThan(10);
  const first = (path: string) => path.split('/')[1] ?? '';
  const others = ['/metrics', '/docs', '/decide', '/assets', '/socket.io', '/ws'];
  others.push('/sw.js', '/manifest.webmanifest');
  const own = new Set([...Object.keys(paths), ...pages, ...others].map(first));
  for (const name of [...own].filter((one) => /^[\w.]+$/.test(one))) {
    const load = () => loadConfig({ publicUrl: `https://a.example/${name}/b` }, {});
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(`must not begin with the path /${name}, which`);
  }
  expect(() => loadConfig({ publicUrl: 'https://a.example/inbox/' }, {})).not.toThrow();
  expect(() => loadConfig({ publicUrl: 'https://a.example/inbox?a=b' }, {})).toThrow('query');
});
