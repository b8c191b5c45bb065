import { expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import { chmodSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { checkDisk } from '../../src/cli/doctor/here.ts';
import { checkResolver } from '../../src/cli/doctor/network.ts';
import { plainHttp } from '../../src/cli/doctor/transport.ts';
import { lockDirectory } from '../../src/storage/sqlite/lock.ts';
import { listen } from '../support/machine/loopback.ts';
import { program } from '../support/server/program.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

type Reported = { ok: boolean; checks: Finding[] };

async function withInbox() {
  const terminal = testTerminal();
  await terminal.channel();
  return terminal;
}

/** Returns the doctor's finding about one thing. */
async function examine(terminal: Terminal, check: string, env: Record<string, string> = {}) {
  const free = { INBOX_PORT: '0', ...env };
  const { code, stdout } = await terminal.run(['doctor', '--json'], { env: free });
  const { ok, checks }: Reported = JSON.parse(stdout);
  expect([ok, code]).toEqual([code === 0, checks.some((one) => one.result === 'fail') ? 1 : 0]);
  const found = checks.find((one) => one.check === check);
  return { code, ...found };
}

test('prints one line per check and exits 0 when none fails', async () => {
  await using terminal = await withInbox();
  const { code, stdout, stderr } = await terminal.run(['doctor'], { env: { INBOX_PORT: '0' } });
  expect([code, stderr]).toEqual([0, '']);
  const looked = stdout.match(/^[✓!] (ok|warn) +[\w ]+?(?= {2})/gmu)?.map((line) => line.slice(8));
  const first = ['settings', 'permissions', 'lock', 'disk', 'clock', 'database', 'backups'];
  expect(looked).toEqual([
    ...first,
    'answers',
    'push',
    'port',
    'transport',
    'public URL',
    'resolver',
  ]);
});

test('recognises a running server behind the lock, the port and the public URL', async () => {
  await using terminal = await withInbox();
  const { url } = await terminal.serve();
  const env = { INBOX_PORT: new URL(url).port, INBOX_PUBLIC_URL: url };
  expect(await examine(terminal, 'lock', env)).toMatchObject({
    code: 0,
    result: 'ok',
    says: expect.stringMatching(/^inbox serve \(process \d+, since .*\) serves it at http/),
  });
  expect(await examine(terminal, 'port', env)).toMatchObject({ result: 'ok' });
  expect(await examine(terminal, 'public URL', env)).toMatchObject({ result: 'ok' });
  const elsewhere = { INBOX_PUBLIC_URL: 'http://127.0.0.1:1' };
  expect(await examine(terminal, 'public URL', elsewhere)).toMatchObject({ code: 1 });
});

test('names the process that has locked the directory without serving', async () => {
  await using terminal = await withInbox();
  const lock = lockDirectory(terminal.data, 'a test', 0);
  const found = await examine(terminal, 'lock');
  lock.release();
  expect(found).toMatchObject({ code: 0, result: 'warn' });
  expect(found.says).toContain(`in use by a test (process ${process.pid}`);
});

test('reports a port that is in use', async () => {
  await using terminal = await withInbox();
  const server = createServer();
  const port = await listen(server);
  const found = await examine(terminal, 'port', { INBOX_PORT: `${port}` });
  server.close();
  expect(found).toMatchObject({ code: 1, result: 'fail' });
  expect(found.says).toBe(`${port} on 127.0.0.1 is in use by another program`);
});

test("warns of plain http that others can reach, and so does the server's log", async () => {
  await using terminal = await withInbox();
  const open = { INBOX_HOST: '0.0.0.0' };
  const secure = { ...open, INBOX_PUBLIC_URL: 'https://inbox.example.invalid' };
  expect(await examine(terminal, 'transport', open)).toMatchObject({
    code: 0,
    result: 'warn',
    next: expect.stringContaining('INBOX_PUBLIC_URL'),
  });
  expect(await examine(terminal, 'transport')).toMatchObject({ result: 'ok' });
  for (const [env, warnings] of [
    [open, 1],
    [secure, 0],
    [{}, 0],
  ] as const) {
    const server = await terminal.serve(env);
    await server.stop();
    const { stderr } = await server.ended;
    expect([env, stderr.split('over plain http').length - 1]).toEqual([env, warnings]);
  }
});

test.each([
  ['127.0.0.1', null, true],
  ['127.8.9.1', null, true],
  ['::1', null, true],
  ['localhost', null, true],
  ['0.0.0.0', null, false],
  ['::', null, false],
  ['192.168.1.2', 'http://inbox.lan', false],
  ['inbox.lan', null, false],
  ['192.168.1.2', 'https://inbox.lan', true],
])('judges plain http on %s for %s to be private: %p', (host, publicUrl, isPrivate) => {
  expect(plainHttp({ host, publicUrl }) === null).toBe(isPrivate);
});

test('reports a damaged database and a missing one', async () => {
  await using terminal = await withInbox();
  truncateSync(join(terminal.data, 'inbox.db'), 50_000);
  const damaged = await examine(terminal, 'database');
  expect(damaged).toMatchObject({ code: 1, next: expect.stringContaining('inbox backup') });
  const nowhere = { INBOX_DATA: join(terminal.home, 'nowhere') };
  expect(await examine(terminal, 'permissions', nowhere)).toMatchObject({
    code: 0,
    result: 'warn',
  });
});

test('reports a disk that is short of bytes or inodes', () => {
  const at = (bytes: number, files: number | null) => checkDisk('/data', { bytes, files });
  expect(at(2 ** 40, 0)).toMatchObject({ result: 'fail', says: expect.stringContaining('inodes') });
  expect(at(1000, null)).toMatchObject({ result: 'fail' });
  expect(at(5e8, 9)).toMatchObject({ result: 'warn' });
  expect(at(2 ** 40, 9)).toMatchObject({ result: 'ok' });
});

test('reports a directory that others may read', async () => {
  await using terminal = await withInbox();
  chmodSync(terminal.data, 0o755);
  const found = await examine(terminal, 'permissions');
  expect(found).toMatchObject({ code: 0, result: 'warn' });
  expect(found.next).toContain(`chmod -R go= ${terminal.data}`);
});

test('fails on unknown settings in config.json and in the environment', async () => {
  await using terminal = await withInbox();
  expect(await examine(terminal, 'settings')).toMatchObject({ code: 0, result: 'ok' });
  const file = join(terminal.data, 'config.json');
  writeFileSync(file, JSON.stringify({ prot: 4700 }));
  const found = await examine(terminal, 'settings', { INBOX_RATELIMIT: '3' });
  expect(found).toMatchObject({ code: 1, result: 'fail' });
  const inFile = `Unknown setting “prot” in ${file}; did you mean “port”?`;
  const variable = 'Unknown variable INBOX_RATELIMIT; did you mean INBOX_RATE_LIMIT?';
  expect(found.says).toBe(`${inFile} ${variable}`);
});

test('fails on settings that cannot be read, and checks what does not depend on them', async () => {
  await using terminal = await withInbox();
  const cases: [file: string, env: Record<string, string>, says: RegExp][] = [
    ['{"rateLimit": 4700,}', {}, /^\S+config\.json is not a JSON object: /],
    ['{"rateLimit": "x"}', {}, /^"rateLimit" in \S+config\.json must be /],
    ['{}', { INBOX_SMTP_URL_FILE: '/nope' }, /^INBOX_SMTP_URL_FILE cannot be read: /],
  ];
  for (const [file, env, says] of cases) {
    writeFileSync(join(terminal.data, 'config.json'), file);
    const { code, stdout } = await terminal.run(['doctor', '--json'], { env });
    const { checks }: Reported = JSON.parse(stdout);
    expect([code, checks[0]]).toMatchObject([1, { check: 'settings', result: 'fail' }]);
    expect(checks[0]?.says).toMatch(says);
    expect(checks).toContainEqual(expect.objectContaining({ check: 'database', result: 'ok' }));
  }
  writeFileSync(join(terminal.data, 'config.json'), '[');
  const health = await terminal.run(['doctor', '--health']);
  expect([health.code, health.stdout]).toEqual([1, expect.stringContaining('not a JSON object')]);
});

test('fails on a path that it cannot enter', async () => {
  await using terminal = testTerminal();
  const file = join(terminal.home, 'file');
  writeFileSync(file, '');
  const found = await examine(terminal, 'permissions', { INBOX_DATA: join(file, 'inbox') });
  expect(found).toMatchObject({ code: 1, result: 'fail' });
  expect(found.says).toBe(`${file}/inbox cannot be read (part of the path is not a directory)`);
  expect(found.next).toBe('Choose another directory with --data or INBOX_DATA.');
});

/** A file system of its own, mounted read-only, which only root may do. */
const unshare = process.getuid?.() === 0 ? Bun.which('unshare') : null;
const canMount = unshare !== null && Bun.spawnSync([unshare, '-m', 'true']).exitCode === 0;

test.skipIf(!canMount)('advises on a read-only file system to mount it writable', async () => {
  await using terminal = await withInbox();
  const remount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const shell = [`${unshare}`, '-m', 'sh', '-c', remount, terminal.data];
  const args = (...typed: string[]) => [...shell, ...program, ...typed, '--data', terminal.data];
  const env = { PATH: `${process.env.PATH}`, HOME: terminal.home, INBOX_PORT: '0' };
  const doctor = Bun.spawnSync(args('doctor', '--json'), { env });
  const { checks }: Reported = JSON.parse(doctor.stdout.toString());
  const says = `${terminal.data} cannot be written (the file system is read-only)`;
  const next = 'Mount it writable, or choose another directory with --data or INBOX_DATA.';
  expect(checks).toContainEqual({ check: 'permissions', result: 'fail', says, next });
  const serve = Bun.spawnSync(args('serve'), { env });
  expect([serve.exitCode, serve.stderr.toString()]).toEqual([1, `error: ${says}. ${next}\n`]);
});

test('reports a clock that was set back before the last write', async () => {
  await using terminal = await withInbox();
  const later = Date.now() / 1000 + 3600;
  utimesSync(join(terminal.data, 'inbox.db'), later, later);
  const found = await examine(terminal, 'clock');
  expect(found).toMatchObject({ code: 1, result: 'fail' });
  const behind = Number(/^The clock is (\d+) s behind/.exec(found.says ?? '')?.[1]);
  expect(behind).toBeLessThanOrEqual(3600);
  expect(behind).toBeGreaterThanOrEqual(Math.floor(later - Date.now() / 1000));
});

test('queries the name servers that webhooks use', async () => {
  const server = createSocket('udp4');
  server.on('message', (query, from) => server.send(answerTo(query), from.port, from.address));
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${server.address().port}`;
  expect(await checkResolver(true, [address])).toMatchObject({ result: 'ok' });
  server.removeAllListeners('message');
  server.close();
  expect(await checkResolver(true, [address])).toMatchObject({ result: 'warn' });
});

/** The question again, marked as an answer, with one address. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const question = Buffer.from(query.subarray(0, end));
  question.writeUInt16BE(0x8180, 2);
  question.writeUInt16BE(1, 6);
  question.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1];
  return Buffer.concat([question, Buffer.from(record)]);
}

test('reports who can answer without a login, and warns when no one can answer', async () => {
  await using terminal = await withInbox();
  const says = (text: string) => expect.stringContaining(text);
  expect(await examine(terminal, 'answers')).toMatchObject({
    result: 'ok',
    says: says('`inbox local-answers off` prevents that'),
  });
  await terminal.ok('local-answers', 'off');
  expect(await examine(terminal, 'answers')).toMatchObject({
    result: 'warn',
    says: says('no owner has a password'),
    next: says('setup link'),
  });
});

test.each([
  [80, /^✓ ok {4}public URL {3}Not set; people use the server's own address$/m],
  [60, /^✓ ok {4}public URL {3}Not set; people use the server's own\n {21}address$/m],
  [40, /^✓ ok {4}public URL\n {4}Not set; people use the server's own\n {4}address$/m],
])('wraps lines under their column on a terminal of %d columns', async (columns, line) => {
  await using terminal = await withInbox();
  const screen = terminal.open(['doctor'], { INBOX_PORT: '0' }, { columns, rows: 24 });
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(line);
  expect(screen.brokenRows()).toBe(0);
});

test('ends with the number of warnings and failures', async () => {
  await using terminal = await withInbox();
  const last = async (env = {}) => {
    const { stdout } = await terminal.run(['doctor'], { env: { INBOX_PORT: '0', ...env } });
    return stdout.trimEnd().split('\n').at(-1);
  };
  expect(await last()).toBe('0 warnings, 0 failures');
  chmodSync(terminal.data, 0o755);
  expect(await last({ INBOX_PROT: '1' })).toBe('1 warning, 1 failure');
});

test('looks up names only when a channel has a webhook', async () => {
  await using terminal = await withInbox();
  const none = await examine(terminal, 'resolver');
  expect(none).toMatchObject({ result: 'ok', says: 'No channel has a webhook' });
  await terminal.ok('channel', 'create', 'hooked', '--webhook', 'https://hooks.example.com/x');
  expect((await examine(terminal, 'resolver')).says).toContain('resolve');
});

test('prints times in the local time zone', async () => {
  await using terminal = await withInbox();
  await terminal.serve();
  const { stdout } = await terminal.run(['doctor'], { env: { INBOX_PORT: '0' } });
  expect(stdout).toMatch(/^✓ ok {4}lock .*, since \d+ [A-Z][a-z]+ \d\d:\d\d\) serves it/m);
  expect(stdout).toMatch(/^✓ ok {4}clock {8}\d+ [A-Z][a-z]+ \d\d:\d\d$/m);
});

test('checks the remote server that commands go to', async () => {
  await using terminal = await withInbox();
  const { url } = await terminal.serve();
  const token = await terminal.ok('token', 'create', 'laptop');
  const away = { INBOX_DATA: join(terminal.home, 'elsewhere'), INBOX_URL: url };
  const env = { ...away, INBOX_TOKEN: token };
  const { code, stdout, stderr } = await terminal.run(['doctor'], { env });
  expect(stderr).toBe(
    `Checking ${url}, the current inbox (INBOX_URL).\nTo check this machine: \`inbox doctor --data DIRECTORY\`\n`,
  );
  expect([code, stdout.match(/^\S \w+ +\w+/gm)?.map((line) => line.slice(8))]).toEqual([
    0,
    ['settings', 'server', 'login', 'push', 'clock'],
  ]);
  expect(stdout).toMatch(/^✓ ok {4}push {9}Push notifications are off: push services require/m);
  expect(stdout).toMatch(/^✓ ok {4}login {8}owner \(owner\)$/m);
  for (const [bad, check] of [
    [{ INBOX_URL: 'http://127.0.0.1:1' }, 'server'],
    [{ INBOX_TOKEN: 'hu_no' }, 'login'],
    [{ INBOX_TOKEN: '' }, 'login'],
  ] as const) {
    const found = await examine(terminal, check, { ...env, ...bad });
    expect([check, found]).toMatchObject([check, { code: 1, result: 'fail' }]);
  }
  const here = await terminal.run(['doctor', '--data', terminal.data, '--json'], { env });
  expect(here.stdout).toContain('"lock"');
});
