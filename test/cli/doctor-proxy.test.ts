import { expect, test } from 'bun:test';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { checkAnswer } from '../../src/cli/doctor/proxy.ts';
import { probePath } from '../../src/core/about/probe.ts';
import { findRun } from '../../src/run-file.ts';
import { plainProxy } from '../support/proxies/plain.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test('reports every proxy fault with its remedy', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve({ INBOX_PUBLIC_URL: 'https://inbox.example.com' });
  const faults = { mostBytes: 1_000_000, holdsMs: 3000 };
  await using proxy = plainProxy(() => url, { ...faults, forwardsFor: '203.0.113.7' });
  const { code, stdout } = await terminal.run(['doctor', '--proxy', `${proxy.url}/`, '--json']);
  const { checks } = JSON.parse(stdout) as { checks: Finding[] };
  expect(code).toBe(1);
  expect(checks.map(({ check, result, next }) => [check, result, next])).toEqual([
    ['public URL', 'warn', `Set INBOX_PUBLIC_URL=${proxy.url}`],
    ['host', 'fail', 'Forward it: nginx `proxy_set_header Host $http_host;`'],
    ['scheme', 'warn', 'Passwords can be read in transit.'],
    ['address', 'fail', 'Set INBOX_TRUSTED_PROXIES=127.0.0.1'],
    ['page', 'ok', null],
    ['sockets', 'warn', 'nginx: proxy_http_version 1.1 and the headers Upgrade and Connection.'],
    ['held', 'fail', 'Allow requests 60 s: nginx `proxy_read_timeout 60s;`'],
    ['uploads', 'fail', 'nginx: `client_max_body_size 100m;`'],
    ['streams', 'warn', 'nginx: `proxy_buffering off;`'],
    [
      'answer',
      'fail',
      'Allow requests as long as people take to answer, while bytes arrive every 20 s',
    ],
  ]);
});

test('refuses --held without --proxy, and for longer than an hour', async () => {
  await using terminal = testTerminal();
  for (const [args, says] of [
    [['--held', '1m'], 'can only be used with --proxy'],
    [['--proxy', 'http://127.0.0.1:1', '--held', '61m'], '--held: at most 1h'],
    [['--proxy', 'http://127.0.0.1:1', '--held', '0'], 'is not a duration'],
  ] as const) {
    const { code, stderr } = await terminal.run(['doctor', ...args]);
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(says)]);
  }
});

test('reports when nothing answers at the URL, when another inbox does, and when no server runs here', async () => {
  await using terminal = testTerminal();
  const nobody = await terminal.run(['doctor', '--proxy', 'http://127.0.0.1:1']);
  expect([nobody.code, nobody.stdout]).toEqual([
    1,
    expect.stringContaining('No server is running here'),
  ]);
  await terminal.serve();
  const away = await terminal.run(['doctor', '--proxy', 'http://127.0.0.1:1']);
  expect(away.stdout).toContain('cannot be reached (connection refused)');
  await using other = testTerminal();
  const { url } = await other.serve();
  const wrong = await terminal.run(['doctor', '--proxy', url]);
  expect([wrong.code, wrong.stdout]).toEqual([
    1,
    expect.stringContaining('answers 404, and not from this inbox'),
  ]);
  const none = await terminal.run(['doctor', '--proxy', 'inbox']);
  expect([none.code, none.stderr]).toEqual([2, 'error: --proxy: “inbox” is not a URL\n']);
});

test('reveals how a request arrived only with the secret for 2 minutes, and how a held answer does', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve();
  const token = `${findRun(terminal.data)?.token}`;
  const status = async (path: string) => (await fetch(`${url}${path}/arrival`)).status;
  expect(await status(probePath(token, Date.now()))).toBe(200);
  expect(await status(probePath('another', Date.now()))).toBe(404);
  expect(await status(probePath(token, Date.now() - 130_000))).toBe(404);
  expect(await status('/probe/')).toBe(404);

  const path = probePath(token, Date.now());
  expect(await checkAnswer({ address: url, path }, 100)).toMatchObject({
    result: 'ok',
    says: 'An answer that is held for 0.1 s arrives, and white space on time before it',
  });
  await using proxy = plainProxy(() => url);
  expect(await checkAnswer({ address: proxy.url, path }, 600, 200)).toMatchObject({
    result: 'fail',
    says: 'Nothing of a held answer arrived for 0.2 s',
  });
  await using cutting = Bun.serve({ port: 0, fetch: () => new Response(' ') });
  const address = `http://127.0.0.1:${cutting.port}`;
  expect(await checkAnswer({ address, path }, 10_000)).toMatchObject({
    result: 'fail',
    says: 'An answer that is held for 10 s is cut off after 0 s',
  });
});
