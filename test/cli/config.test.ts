import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Setting, SettingFrom } from '../../src/core/about/schema.ts';
import { enterWay } from '../support/inbox/entered.ts';
import { callersOf } from '../support/server/server.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

type Shown = Pick<Setting, 'name' | 'variable' | 'value' | 'from' | 'source'>[];

test('shows every value with its source, and masks secrets', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data);
  const file = join(terminal.data, 'config.json');
  writeFileSync(file, '{"port": 4711, "host": "::1"}');
  writeFileSync(join(terminal.home, 'token'), 'hu_confidential\n');
  const env = { INBOX_HOST: '0.0.0.0', INBOX_TOKEN_FILE: join(terminal.home, 'token') };
  const args = ['config', 'show', '--url', 'http://localhost:1'];
  const { stdout } = await terminal.run([...args, '--json'], { env });
  const found = (JSON.parse(stdout) as Setting[]).map(({ about: _, ...one }) => one);
  const shown: Shown = [
    ...shownAs('data', 'INBOX_DATA', terminal.data, 'environment', 'INBOX_DATA'),
    ...shownAs('host', 'INBOX_HOST', '0.0.0.0', 'environment', 'INBOX_HOST'),
    ...shownAs('port', 'INBOX_PORT', '4711', 'file', `"port" in ${file}`),
    ...shownAs('url', 'INBOX_URL', 'http://localhost:1', 'flag', '--url'),
    ...shownAs('rateLimit', 'INBOX_RATE_LIMIT', '100', 'default', 'the default'),
    ...shownAs('token', 'INBOX_TOKEN', '***', 'environment', 'INBOX_TOKEN_FILE'),
    ...shownAs('apiKey', 'INBOX_API_KEY', null, 'default', 'the default'),
  ];
  expect(found).toEqual(expect.arrayContaining(shown));
  const text = await terminal.run(args, { env });
  expect(text.stdout).toMatch(/^host\t0\.0\.0\.0\tINBOX_HOST$/m);
  expect(stdout + text.stdout + text.stderr).not.toContain('confidential');
});

test('shows every value in the form its variable accepts', async () => {
  await using terminal = testTerminal();
  const env = { INBOX_URL: 'https://ana:confidential@inbox.example' };
  const { stdout } = await terminal.run(['config', 'show'], { env });
  const rows = stdout.split('\n').map((line) => line.split('\t'));
  const shownOf = (name: string) => rows.find(([first]) => first === name)?.[1];
  expect(shownOf('webhookRetries')).toBe('5s,30s,5m,30m,2h,12h');
  expect(shownOf('webhookTimeout')).toBe('10s');
  expect(shownOf('maxFileSize')).toBe('100MiB');
  expect(shownOf('maxPendingBytesPerKey')).toBe('64MiB');
  expect(shownOf('metrics')).toBe('off');
  expect(shownOf('retention')).toBe('-');
  expect(shownOf('log')).toBe('json');
  expect(shownOf('url')).toBe('https://***@inbox.example');
  expect((await terminal.run(['config'], { env })).stdout).toBe(stdout);
});

test.each([80, 40])('fits a terminal of %d columns', async (columns) => {
  await using terminal = testTerminal();
  const screen = terminal.open(['config'], {}, { columns, rows: 24 });
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(/^webhookTimeout +10s/m);
  expect(screen.text()).toMatch(/^log +pretty/m);
  expect(screen.brokenRows()).toBe(0);
});

test('shows that the database keeps local answers off', async () => {
  await using terminal = testTerminal();
  await terminal.ok('local-answers', 'off');
  const shown = await terminal.json<Setting[]>('config', 'show');
  const off = { name: 'localAnswers', value: 'off', from: 'database' };
  expect(shown).toContainEqual(expect.objectContaining(off));
});

test('shows what owners have entered in the dashboard, and names the page to who sets it in the file', async () => {
  await using terminal = testTerminal();
  const entered = { ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_confidential' };
  await enterWay(terminal.data, 'ntfy', entered);
  const shown = await terminal.json<Setting[]>('config', 'show');
  const ntfy = shown.filter(({ name }) => name in entered).map(({ about: _, ...one }) => one);
  expect(ntfy).toEqual([
    ...shownAs('ntfyUrl', 'INBOX_NTFY_URL', 'https://ntfy.example', 'database', 'the dashboard'),
    ...shownAs('ntfyToken', 'INBOX_NTFY_TOKEN', '***', 'database', 'the dashboard'),
  ]);
  expect(await terminal.ok('config', 'get', 'ntfyToken')).toBe('***');
  const page = 'Owners set it in Settings › Notifications without a restart;';
  for (const args of [
    ['set', 'ntfyUrl', 'https://other.example'],
    ['set', 'publicUrl', 'https://inbox.example'],
    ['rm', 'ntfyUrl'],
  ]) {
    const { code, stderr } = await terminal.run(['config', ...args]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(page)]);
  }
  expect((await terminal.run(['config', 'set', 'port', '4711'])).stderr).not.toContain(page);
});

test('exits 2 and names an invalid setting without showing a secret', async () => {
  await using terminal = testTerminal();
  const ran = await terminal.run(['config', 'show'], { env: { INBOX_PORT: 'many' } });
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toBe('error: INBOX_PORT must be an integer from 0 to 65535 (got “many”)\n');
  writeFileSync(join(terminal.home, 'empty'), '');
  const secret = { INBOX_TOKEN_FILE: join(terminal.home, 'empty') };
  const { stderr } = await terminal.run(['config', 'show'], { env: secret });
  expect(stderr).toBe('error: INBOX_TOKEN_FILE must be a token (hu_…)\n');
});

const mistyped = { port: 4711, prot: 1, colour: 'red' };
const mistypedVariables = { INBOX_PORT: '0', INBOX_PROT: '1', INBOX_RATELIMIT: '3' };

test('warns of unknown settings and suggests the closest name', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data);
  const file = join(terminal.data, 'config.json');
  writeFileSync(file, JSON.stringify(mistyped));
  const { code, stdout, stderr } = await terminal.run(['config', 'show', '--json'], {
    env: { ...mistypedVariables, INBOX_PROFILE: '', INBOX_API_KEY: 'x' },
  });
  expect([code, stderr.split('\n')]).toEqual([
    0,
    [
      `warning: unknown setting “prot” in ${file}; did you mean “port”?`,
      `warning: unknown setting “colour” in ${file}`,
      'warning: unknown variable INBOX_PROT; did you mean INBOX_PORT?',
      'warning: unknown variable INBOX_RATELIMIT; did you mean INBOX_RATE_LIMIT?',
      '',
    ],
  ]);
  expect(JSON.parse(stdout)).toBeArray();
});

test('warns of unknown settings in config.json when a server starts, but not of unknown variables', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data);
  writeFileSync(join(terminal.data, 'config.json'), JSON.stringify({ prot: 1 }));
  const server = await terminal.serve(mistypedVariables);
  await server.stop();
  const { stderr } = await server.ended;
  expect(stderr).toMatch(/unknown setting “prot” in \S+config\.json; did you mean “port”\?/);
  expect(stderr).not.toContain('unknown variable');
});

const shownAs = (
  ...[name, variable, value, from, source]: [string, string, string | null, SettingFrom, string]
): Shown => [{ name, variable, value, from, source }];

test('removes a public URL that an owner has set, at which nobody can log in', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve();
  const { as } = await callersOf(url, terminal.data);
  await as.owner.put('/public-url', { publicUrl: 'https://mistyped.example' });
  expect((await terminal.run(['config', 'get', 'publicUrl'])).stdout).toContain('mistyped');
  expect(await terminal.run(['config', 'rm', 'publicUrl'])).toMatchObject({
    code: 0,
    stderr: 'publicUrl removed, which an owner had set in Settings › Notifications.\n',
  });
  expect((await as.owner.get('/public-url')).body).toMatchObject({ publicUrl: null });
  expect((await fetch(url)).headers.has('strict-transport-security')).toBe(false);
});
