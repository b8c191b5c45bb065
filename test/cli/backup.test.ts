import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUPS, noBackups } from '../../src/core/backups/schema.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { enterWay } from '../support/inbox/entered.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

async function withBackup() {
  const terminal = testTerminal();
  await terminal.channel();
  const path = await terminal.ok('backup', 'create');
  return Object.assign(terminal, { path });
}

test('creates a backup in the data directory by default, readable by its owner only, and lists it', async () => {
  await using terminal = await withBackup();
  expect(terminal.path).toStartWith(join(terminal.data, 'backups/inbox-'));
  expect(statSync(terminal.path).mode & 0o777).toBe(0o600);
  const made = await terminal.json<{ path: string }>(
    'backup',
    'create',
    `${terminal.home}/b.tar.gz`,
  );
  expect(made).toMatchObject({ path: join(terminal.home, 'b.tar.gz'), files: 0 });
  const listed = await terminal.json<{ path: string }[]>('backups', 'ls');
  expect(listed.map(({ path }) => path)).toEqual([terminal.path]);
});

test('says which secrets a backup and a restore have, and what has to be entered again', async () => {
  await using terminal = testTerminal();
  await enterWay(terminal.data, 'ntfy', { ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_1' });
  await terminal.ok('config', 'set', 'telegramToken', '7:abc');
  const [bare, whole, elsewhere] = ['bare.tar.gz', 'whole.tar.gz', 'elsewhere'].map((name) =>
    join(terminal.home, name),
  ) as [string, string, string];
  const made = await terminal.run(['backup', 'create', bare]);
  expect(unwrapped(made.stderr)).toContain(
    'but neither telegramToken of config.json nor the key of the secrets that were entered in the dashboard;',
  );
  const json = await terminal.json<object>('backup', 'create', whole, '--with-secrets');
  expect(json).toMatchObject({ withSecrets: true });
  const verified = [bare, whole].map((path) => terminal.run(['backup', 'verify', path]));
  expect((await Promise.all(verified)).map(({ stderr }) => unwrapped(stderr))).toEqual([
    expect.stringContaining(
      'without the key of secrets, and without telegramToken of config.json.',
    ),
    expect.stringContaining('with all secrets and their key.'),
  ]);
  const restore = (path: string) =>
    terminal.run(['backup', 'restore', path, '--yes', '--json', '--data', elsewhere]);
  const without = await restore(bare);
  expect(JSON.parse(without.stdout)).toMatchObject({
    withSecrets: false,
    leftOut: ['telegramToken'],
    missing: ['telegramToken'],
    unreadable: ['ntfy'],
  });
  expect(unwrapped(without.stderr)).toContain('set telegramToken again in config.json.');
  expect(unwrapped(without.stderr)).toContain(
    'Enter the secrets again in Settings › Notifications: ntfy.',
  );
  expect(JSON.parse((await restore(whole)).stdout)).toMatchObject({
    withSecrets: true,
    missing: [],
    unreadable: [],
  });
});

const unwrapped = (text: string) => text.replaceAll(/\s+/g, ' ');

test('never overwrites a file', async () => {
  await using terminal = await withBackup();
  const { code, stdout, stderr } = await terminal.run(['backup', 'create', terminal.path]);
  expect([code, stdout]).toEqual([7, '']);
  expect(stderr).toContain('already exists');
  await terminal.ok('backup', 'verify', terminal.path);
});

test('restores only with --yes, and not while a server runs', async () => {
  await using terminal = await withBackup();
  await terminal.ok('channel', 'create', 'later');
  const restore = ['backup', 'restore', terminal.path];
  const unasked = await terminal.run(restore);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('pass --yes')]);
  const server = await terminal.serve();
  const refused = await terminal.run([...restore, '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is in use by inbox serve');
  await server.stop();
  expect(await terminal.json<object[]>('channel', 'list')).toHaveLength(2);
  const { replaced } = await terminal.json<{ replaced: string }>(...restore, '--yes');
  expect(existsSync(join(replaced, 'inbox.db'))).toBe(true);
  expect(await terminal.json<object[]>('channel', 'list')).toHaveLength(1);
});

test('shows a progress bar on a terminal, and asks before a restore', async () => {
  await using terminal = await withBackup();
  const creating = terminal.open(['backup', 'create']);
  expect(await creating.exited).toBe(0);
  expect(creating.raw()).toContain('Backing up █');
  expect(creating.text()).not.toContain('█');
  const restoring = terminal.open(['backup', 'restore', terminal.path]);
  await restoring.answer('Replace the data in', keys.enter);
  await restoring.shows('Nothing was changed');
  expect(await restoring.exited).toBe(0);
});

test('exits 130 and leaves nothing behind when interrupted', async () => {
  await using terminal = await withBackup();
  const large = Buffer.alloc(20_000_000, crypto.getRandomValues(new Uint8Array(50_000)));
  await Bun.write(join(terminal.data, 'plugins/large/data.bin'), large);
  const path = join(terminal.home, 'b.tar.gz');
  let code = 0;
  // It may be done before the key is pressed.
  while (code === 0) {
    rmSync(path, { force: true });
    const creating = terminal.open(['backup', 'create', path]);
    await creating.answer('Backing up', keys.ctrlC);
    code = await creating.exited;
  }
  expect(code).toBe(130);
  const left = readdirSync(terminal.home).filter((name) => name.startsWith('b.tar.gz'));
  expect(left).toEqual([]);
  expect(existsSync(join(terminal.data, 'backups/.staged'))).toBe(false);
  await terminal.ok('backup', 'create', path);
});

test('lists what a restore revives before asking, and in its JSON', async () => {
  await using terminal = testTerminal();
  const { id: keyId } = await terminal.json<{ id: string }>('key', 'create', 'ci');
  await terminal.channel();
  const asked = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  const path = await terminal.ok('backup', 'create');
  await terminal.ok('key', 'revoke', keyId);
  await terminal.ok('answer', asked, '--option', 'approve');
  const asking = terminal.open(['backup', 'restore', path]);
  await asking.answer('Replace the data in', keys.enter);
  await asking.shows('Nothing was changed');
  expect(asking.text()).toMatch(/and valid again:\s+key +hp_\S+ +ci +revoked/);
  expect(asking.text()).toMatch(
    new RegExp(`and pending\\s+again:\\s+${asked} +approval +answered`),
  );
  expect(await asking.exited).toBe(0);
  const args = ['backup', 'restore', path, '--yes', '--revoke-all', '--json'];
  const { code, stdout, stderr } = await terminal.run(args);
  expect([code, stderr]).toEqual([0, expect.stringContaining('All sessions have ended')]);
  expect(JSON.parse(stdout)).toMatchObject({
    revived: { keys: [{ id: keyId }], tokens: [], users: [], reviews: [{ id: asked }] },
    unknown: null,
    revokeAll: true,
    altered: [],
  });
  const [key] = await terminal.json<{ revokedAt: string | null }[]>('key', 'list');
  expect(key?.revokedAt).toBeString();
}, 30_000);

test.each([
  ['is empty', ''],
  ['is none', Buffer.alloc(100_000, 7)],
])(
  'explains a database that %s in one sentence, and a restore replaces it',
  async (_, bytes) => {
    await using terminal = await withBackup();
    writeFileSync(join(terminal.data, 'inbox.db'), bytes);
    for (const command of [['serve', '--port', '0'], ['list']]) {
      const { code, stdout, stderr } = await terminal.run(command);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: \S+inbox\.db .+\. Restore a backup .+, or .+\n$/);
    }
    const made = await terminal.run(['backup', 'create']);
    expect([made.code, made.stderr]).toEqual([1, expect.stringMatching(/^error: .+\n$/)]);
    await terminal.ok('backup', 'restore', terminal.path, '--yes');
    expect(await terminal.json<object[]>('channel', 'list')).toHaveLength(1);
  },
  30_000,
);

test('explains what cannot be backed up or restored in one sentence', async () => {
  await using terminal = testTerminal();
  const refusals: [args: string[], code: number, says: string][] = [
    [['create'], 1, 'error: No inbox in'],
    [['create', '--url', 'http://127.0.0.1:1'], 2, 'error: --url cannot be used here'],
    [['verify', '/nosuch'], 2, 'error: /nosuch: no such file'],
    [['verify', '/etc'], 2, 'error: /etc is a directory'],
    [
      ['verify', '/etc/hostname'],
      1,
      'error: Not a valid inbox backup: it is damaged, or not a .tar.gz archive',
    ],
    [['restore', '/nosuch'], 2, 'error: /nosuch: no such file'],
    [['restore', '/nosuch', '--yes'], 2, 'error: /nosuch: no such file'],
    [
      ['restore', '/etc/hostname', '--yes'],
      1,
      'error: Not a valid inbox backup: it is damaged, or not a .tar.gz archive',
    ],
  ];
  for (const [args, code, says] of refusals) {
    const ran = await terminal.run(['backup', ...args]);
    expect([args, ran.code, ran.stdout]).toEqual([args, code, '']);
    expect(ran.stderr).toStartWith(says);
  }
});

test('catches up on a missed backup at server start, even after one that failed', async () => {
  await using terminal = testTerminal();
  const directory = join(terminal.home, 'kept');
  const env = { INBOX_BACKUP_AT: '03:30', INBOX_BACKUP_DIR: directory };
  const failing = await terminal.serve({ ...env, INBOX_LOG: 'json' });
  await failing.says('"msg":"a scheduled backup failed"');
  expect(failing.said()).toContain(`Directory ${directory} not found: create or mount it`);
  expect(await failing.stop()).toBe(0);
  mkdirSync(directory);
  const server = await terminal.serve({ ...env, INBOX_LOG: 'json' });
  await server.says('"msg":"backup created"');
  expect(await server.stop()).toBe(0);
  const [name = ''] = readdirSync(directory);
  expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  await terminal.ok('backup', 'verify', join(directory, name));
  const later = await terminal.serve(env);
  expect(await later.stop()).toBe(0);
  expect(readdirSync(directory)).toEqual([name]);
}, 60_000);

type Listed = { path: string; scheduled: boolean };

test('exits 1 from backup status when the last backup failed, even without a server', async () => {
  await using terminal = testTerminal();
  const directory = join(terminal.home, 'kept');
  const status = async () => {
    const { code, stdout } = await terminal.run(['backup', 'status']);
    return [code, stdout];
  };
  await terminal.channel();
  expect(await status()).toEqual([
    0,
    'No backups are scheduled. For one every day, set INBOX_BACKUP_AT=03:30.\n',
  ]);
  const env = { INBOX_BACKUP_AT: '03:30', INBOX_BACKUP_DIR: directory, INBOX_LOG: 'json' };
  const failing = await terminal.serve(env);
  await failing.says('"msg":"a scheduled backup failed"');
  const failed = async () =>
    (await terminal.json<{ failures: number }>('backup', 'status').catch(() => null)) === null;
  while (!(await failed())) await Bun.sleep(50);
  await failing.stop();
  expect(await status()).toEqual([
    1,
    expect.stringContaining(`failed: Directory ${directory} not found: create or mount it`),
  ]);
  const examined = await terminal.run(['doctor'], { env: { INBOX_PORT: '0' } });
  expect([examined.code, examined.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ fail {2}backups +The last scheduled backup failed: Directory /),
  ]);

  mkdirSync(directory);
  const byHand = await terminal.ok('backup', 'create');
  const server = await terminal.serve(env);
  await server.says('"msg":"backup created"');
  while ((await status())[0] !== 0) await Bun.sleep(50);
  expect((await status())[1]).toMatch(/^Every day at 03:30, in \S+kept, keeping 7d,4w,6m\nLast: /);
  const { ok, failures } = await terminal.json<{ ok: boolean; failures: number }>(
    'backup',
    'status',
  );
  expect([ok, failures]).toEqual([true, 1]);
  expect(await terminal.json<Listed[]>('backup', 'list')).toMatchObject([
    { path: expect.stringContaining(`${directory}/inbox-`), scheduled: true },
    { path: byHand, scheduled: false },
  ]);
  expect(await terminal.ok('backup', 'list')).toMatch(/\tscheduled\n.+\tmanual$/);
}, 60_000);

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type Planned = { directory: string; lastSuccessAt: string };

function notePlan(data: string, { directory, lastSuccessAt }: Planned): void {
  const plan = { at: '03:30', keep: '7d', directory, since: hoursAgo(80) };
  using db = openBeside(data);
  const notes = JSON.stringify({ ...noBackups, plan, lastSuccessAt });
  db.run('insert or replace into state (name, value) values (?, ?)', [BACKUPS, notes]);
}

test('reports a backup as overdue after an hour', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  notePlan(terminal.data, { directory: terminal.home, lastSuccessAt: hoursAgo(50) });
  const { code, stdout } = await terminal.run(['backup', 'status']);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/\nNo backup has been made since .+\. Is the server running\? /),
  ]);
});

test('exits 1 from backup status when no server has read the schedule, and when its directory has gone', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const status = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await terminal.run(['backup', 'status'], { env });
    return [code, stdout];
  };
  const unread = 'Backups are scheduled for 03:30, but no server has started since. ';
  await terminal.ok('config', 'set', 'backupAt', '03:30');
  expect(await status()).toEqual([1, expect.stringContaining(unread)]);
  expect(await status({ INBOX_BACKUP_AT: '04:30' })).toEqual([
    1,
    expect.stringContaining('scheduled for 04:30'),
  ]);
  const examined = await terminal.run(['doctor'], { env: { INBOX_PORT: '0' } });
  expect([examined.code, examined.stdout]).toEqual([
    1,
    expect.stringContaining(unread.slice(0, -2)),
  ]);

  const directory = join(terminal.home, 'kept');
  notePlan(terminal.data, { directory, lastSuccessAt: hoursAgo(0) });
  const gone = `backups fail: Directory ${directory} not found: create or mount it`;
  expect(await status()).toEqual([1, expect.stringContaining(gone)]);
  writeFileSync(directory, '');
  expect(await status()).toEqual([1, expect.stringContaining(`${directory} is not a directory`)]);
  rmSync(directory);
  mkdirSync(directory);
  expect(await status()).toEqual([0, expect.stringContaining(`in ${directory}, keeping 7d`)]);
  // The server creates its own directory.
  notePlan(terminal.data, {
    directory: join(terminal.data, 'backups'),
    lastSuccessAt: hoursAgo(0),
  });
  expect(await status()).toEqual([0, expect.stringContaining('Every day at 03:30')]);
}, 30_000);

test('writes a backup to a pipe, verifies and restores one from it, but not to a terminal', async () => {
  await using terminal = await withBackup();
  const piped = terminal.shell(
    'inbox backup create - > out.tar.gz && inbox backup verify - < out.tar.gz && ' +
      'inbox channel create later && inbox backup restore - --yes < out.tar.gz && inbox channel list',
  );
  const [stdout, stderr] = await Promise.all([
    new Response(piped.stdout).text(),
    new Response(piped.stderr).text(),
  ]);
  expect([await piped.exited, stderr]).toEqual([0, expect.stringContaining('Backup OK')]);
  expect(stdout).toContain('deploys');
  expect(stdout).not.toContain('later\t');
  expect(readdirSync(terminal.home)).not.toContain('-');
  const screen = terminal.open(['backup', 'create', '-']);
  expect(await screen.exited).toBe(2);
  expect(screen.text().replaceAll('\n', ' ')).toContain('A backup is not written to a terminal');
}, 60_000);
