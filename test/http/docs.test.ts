import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testServer } from '../support/server/server.ts';

const folder = join(import.meta.dir, '../../docs');
const names = (await readdir(folder))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

const textOf = async (url: string) => (await fetch(url)).text();
const linksOf = (html: string) =>
  [...html.matchAll(/<(?:a|img|script|form|link)\b[^>]*?\s(?:href|src|action)="([^"]+)"/g)].map(
    ([, link = '']) => link,
  );
const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);

test('serves each page of docs as HTML without comments and marks', async () => {
  await using server = await testServer();
  for (const name of ['README', 'index', ...names]) {
    const answer = await fetch(`${server.url}/docs/${name}`);
    const html = await answer.text();
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
      name,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/<!--|```/);
  }
});

test('lists every page with its first sentence, the README first', async () => {
  await using server = await testServer();
  const html = await textOf(`${server.url}/docs/`);
  const listed = [...html.matchAll(/<dt><a href="\.\.\/docs\/(\w[\w-]*)">/g)].map(
    ([, name]) => name,
  );
  expect(listed[0]).toBe('README');
  expect(listed).toEqual(expect.arrayContaining(names));
  const [, about = ''] = /<dd>([^<]+)<\/dd>/.exec(html) ?? [];
  const readme = await Bun.file(join(folder, '../README.md')).text();
  expect(readme.replaceAll(/\s+/g, ' ')).toContain(about);
  expect(html).not.toContain('<dd></dd>');
  expect(await textOf(`${server.url}/docs/index`)).toBe(html);
});

test('groups the pages as the README does, beside each page and in the list of all', async () => {
  await using server = await testServer();
  const readme = await Bun.file(join(folder, '../README.md')).text();
  const [, list = ''] = readme.split('\n## Documentation\n');
  const rows = [...list.matchAll(/^\| ([a-z][^|]+) \| (.*) \|$/gm)].map(
    ([, wanted = '', cell = '']) => [
      `${wanted[0]?.toUpperCase()}${wanted.slice(1)}`,
      ...[...cell.matchAll(/([\w-]+)\.md/g)].map(([, name]) => name),
    ],
  );
  expect(rows.length).toBeGreaterThan(5);
  const shown = (html: string) =>
    [...html.matchAll(/class="group">([^<]+)|docs\/([\w-]+)"/g)].map(
      ([, group, name]) => group ?? name,
    );
  const places = { index: '<main', install: 'class="beside"' };
  for (const [page, place] of Object.entries(places)) {
    const [, list = ''] = (await textOf(`${server.url}/docs/${page}`)).split(place);
    expect(shown(list).join(' ')).toContain(rows.flat().join(' '));
  }
});

test.each([undefined, 'http://127.0.0.1/inbox'])(
  'serves every link, anchor and image of the pages (public URL: %p)',
  async (publicUrl) => {
    await using server = await testServer(publicUrl === undefined ? {} : { publicUrl });
    const home = publicUrl === undefined ? server.url : `${server.url}/inbox`;
    const seen = new Map<string, Promise<{ status: number; ids: (string | undefined)[] }>>();
    const look = (url: string) => {
      const known =
        seen.get(url) ??
        fetch(url).then(async (answer) => ({
          status: answer.status,
          ids: idsOf(await answer.text()),
        }));
      seen.set(url, known);
      return known;
    };
    const broken: string[] = [];
    const starts = ['README', 'index', 'search?q=inbox', 'nothing', 'no/such', ...names];
    for (const start of [...starts.map((name) => `${home}/docs/${name}`), `${home}/docs`]) {
      for (const link of new Set(linksOf(await textOf(start)))) {
        const target = new URL(link, start);
        if (target.origin !== new URL(home).origin) continue;
        const anchor = decodeURIComponent(target.hash.slice(1));
        target.hash = '';
        const { status, ids } = await look(target.href);
        const isThere = status === 200 || (target.href === start && status === 404);
        const isOwn = target.href.startsWith(home);
        const hasAnchor = anchor === '' || ids.includes(anchor);
        if (!isThere || !isOwn || !hasAnchor) broken.push(`${start}: ${link}: ${status}`);
      }
    }
    expect(broken).toEqual([]);
    expect([...seen.keys()].some((url) => url.includes('/docs/pictures/'))).toBe(true);
  },
);

test('finds a paragraph by words in any order, and marks them', async () => {
  await using server = await testServer();
  const search = (words: string) =>
    textOf(`${server.url}/docs/search?q=${encodeURIComponent(words)}`);
  const some = await search('checksum signature');
  expect(some).toMatch(/<dt><a href="\.\.\/docs\/install#\S+">/);
  expect(some).toContain('<mark>checksum</mark>');
  expect(some).toMatch(/<p role="status">\d+ sections? match(es)? “checksum signature”\./);
  expect(some).toContain('value="checksum signature"');
  expect(await search('nothing-like-that')).toContain('0 sections match');
  expect(await search('  ')).toContain('Type what you are looking for.');
  for (const odd of ['"><b>', '(', '\\', '[a', '&lt;', 'a'.repeat(5000), '\u0130', '%00']) {
    const html = await search(odd);
    expect(html).toContain('<h1>Search</h1>');
    expect(html).not.toContain('<b>');
  }
  expect((await fetch(`${server.url}/docs/search`)).status).toBe(200);
});

test('finds a page by the usual word for what it is about', async () => {
  await using server = await testServer();
  for (const [word, page] of [
    ['escalation', 'notification-rules#escalation'],
    ['notifications', 'reach#notifications'],
    ['reverse proxy', 'proxies#behind-a-reverse-proxy'],
    ['cron', 'cookbook#cron'],
    ['403 proxy', 'troubleshooting#login-and-pages'],
  ] as const) {
    const html = await textOf(`${server.url}/docs/search?q=${encodeURIComponent(word)}`);
    const found = [...html.matchAll(/<dt><a href="\.\.\/docs\/([^"]+)">/g)].map(([, to]) => to);
    expect(found.slice(0, 3)).toContain(page);
    expect(found.filter((to = '') => to.endsWith('#next'))).toEqual([]);
  }
});

test('returns 404 with search and index for an unknown page', async () => {
  await using server = await testServer();
  for (const path of [
    '/docs/nothing',
    '/docs/install/nothing',
    '/docs/pictures/nothing.png',
    '/docs/..%2fpackage.json',
  ]) {
    const answer = await fetch(server.url + path);
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, 404]);
    expect(html).toContain('No such page');
    expect(html).toContain('type="search"');
    expect(html).not.toContain('%2f');
  }
  expect((await fetch(`${server.url}/docs/install`, { method: 'POST' })).status).toBe(404);
});

test('revalidates and compresses pages, and serves images as immutable', async () => {
  await using server = await testServer();
  const url = `${server.url}/docs/install`;
  const first = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, decompress: false });
  const etag = first.headers.get('etag') ?? '';
  expect([first.headers.get('content-encoding'), first.headers.get('cache-control')]).toEqual([
    'gzip',
    'no-cache',
  ]);
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  const whole = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const { length } = await whole.bytes();
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${length}`]);
  const readme = await textOf(`${server.url}/docs/README`);
  const [, picture = ''] = /src="(pictures\/[^"]+\.png)"/.exec(readme) ?? [];
  const shown = await fetch(`${server.url}/docs/${picture}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(shown.headers.get('cache-control')).toContain('immutable');
});

test('links the API reference and the pages to each other', async () => {
  await using server = await testServer();
  const api = await textOf(`${server.url}/docs`);
  expect(api).toContain('POST /api/v1/messages');
  expect(api).toContain('<a class="back" href="docs/index">Documentation</a>');
  expect(await textOf(`${server.url}/docs/install`)).toContain('href="../docs">API reference</a>');
});
