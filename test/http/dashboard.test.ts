import { expect, test } from 'bun:test';
import { testServer } from '../support/server/server.ts';

const page = { headers: { accept: 'text/html,*/*' } };

async function scriptsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)];
  return named.map(([, path = '']) => path);
}

test.each(['/', '/m/01J', '/c/01J', '/settings/keys', '/no/such/page'])(
  'serves the page at %s with a policy of this origin only',
  async (path) => {
    await using server = await testServer();
    const answer = await fetch(server.url + path, page);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  },
);

test('serves the page of decision links on its own, without forms, referrers or other origins', async () => {
  await using server = await testServer({ publicUrl: 'http://127.0.0.1/inbox' });
  for (const path of ['/decide', '/inbox/decide']) {
    const answer = await fetch(server.url + path, page);
    const html = await answer.text();
    expect(html).toContain('src="/inbox/assets/decide-');
    expect(html).not.toContain('main-');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("form-action 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test.each([
  ['/api/v1/nothing', 401],
  ['/api/nothing', 401],
  ['/health', 200],
  ['/docs', 200],
  ['/docs/nothing', 404],
  ['/openapi.json', 200],
  ['/robots.txt', 404],
  ['/assets/nothing.js', 404],
  ['/assets/index.html.br', 404],
  ['/assets/..%2f..%2fpackage.json', 404],
])('does not serve the page at %s: %d', async (path, status) => {
  await using server = await testServer();
  const answer = await fetch(server.url + path, page);
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain('id="root"');
});

test('serves pages to whatever accepts anything, and to HEAD, but not to who wants JSON', async () => {
  await using server = await testServer();
  const known = [
    '/',
    '/decide',
    '/m/01J',
    '/c/01J',
    '/login',
    '/setup',
    '/device',
    '/answered/01J',
  ];
  for (const path of [...known, '/activity/audit', '/files', '/channels', '/settings/keys']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(server.url + path, { method, headers: { accept: '*/*' } });
      const type = answer.headers.get('content-type');
      expect([path, method, answer.status, type]).toEqual([
        path,
        method,
        200,
        'text/html; charset=utf-8',
      ]);
    }
    if (path === '/') continue;
    const json = await fetch(server.url + path, { headers: { accept: 'application/json' } });
    expect([path, json.status]).toEqual([path, 404]);
  }
  for (const path of ['/messages', '/reviews/pending', '/agents', '/mm', '/api/v2/messages']) {
    const answer = await fetch(server.url + path, { headers: { accept: '*/*' } });
    expect([path, answer.headers.get('content-type')]).toEqual([
      path,
      expect.stringContaining('application/json'),
    ]);
  }
});

test('returns a JSON 404 to a program for an unknown path', async () => {
  await using server = await testServer();
  const answer = await fetch(`${server.url}/agents`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json;charset=utf-8',
  ]);
});

test('refuses a POST to a page', async () => {
  await using server = await testServer();
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
});

test('revalidates the page by its ETag', async () => {
  await using server = await testServer();
  const etag = (await fetch(server.url)).headers.get('etag') ?? '';
  const again = await fetch(server.url, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const other = await fetch(server.url, { headers: { 'if-none-match': 'W/"other"' } });
  expect(other.status).toBe(200);
});

test('serves assets as immutable, in the accepted encoding', async () => {
  await using server = await testServer();
  const [script = ''] = await scriptsOf(server.url);
  const get = (encoding: string, method = 'GET') =>
    fetch(server.url + script, {
      method,
      headers: { 'accept-encoding': encoding },
      decompress: false,
    });
  const encodings = ['gzip, deflate, br', 'gzip', 'br;q=0, gzip', 'identity', ''];
  const answers = await Promise.all(encodings.map((encoding) => get(encoding)));
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([
    'br',
    'gzip',
    'gzip',
    null,
    null,
  ]);
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('vary')).toBe('accept-encoding');
  }
  const plain = await answers[3]?.text();
  const zipped = Bun.gunzipSync(await (await get('gzip')).bytes());
  expect(new TextDecoder().decode(zipped)).toBe(plain ?? '');
  expect(await (await get('gzip', 'HEAD')).text()).toBe('');
});

test('includes no server code in the first scripts', async () => {
  await using server = await testServer();
  const scripts = await Promise.all(
    (await scriptsOf(server.url)).map(async (path) => (await fetch(server.url + path)).text()),
  );
  expect(scripts.join()).toContain('inbox-appearance');
  expect(scripts.join()).not.toMatch(/bun:sqlite|insertInto|BEGIN IMMEDIATE/);
});

test('serves the manifest and its icons with their types', async () => {
  await using server = await testServer();
  const html = await (await fetch(server.url)).text();
  const pathOf = (rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1] ?? '';
  expect(pathOf('manifest')).toBe('/manifest.webmanifest');
  const answer = await fetch(`${server.url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await fetch(answer.url, { headers })).status).toBe(304);
  type Manifest = {
    id: string;
    start_url: string;
    scope: string;
    icons: { src: string }[];
    shortcuts: { url: string }[];
  };
  const manifest = (await answer.json()) as Manifest;
  expect([manifest.id, manifest.start_url, manifest.scope]).toEqual(['/', './', './']);
  expect(manifest.shortcuts.map(({ url }) => new URL(url, answer.url).pathname)).toEqual([
    '/',
    '/answered',
    '/activity',
    '/settings/notifications',
  ]);
  const icons = manifest.icons.map(({ src }) => new URL(src, answer.url).href);
  for (const icon of [...icons, server.url + pathOf('apple-touch-icon')]) {
    const { status, headers } = await fetch(icon);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Number(headers.get('content-length'))).toBeLessThan(12_000);
  }
});
