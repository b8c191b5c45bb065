import { expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { AuditEntry } from '../../src/core/audit/schema.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

/** Like a person who can write the data directory. */
function tamper({ data }: Terminal, sql: string) {
  using db = openBeside(data);
  db.run(sql);
}

async function withEntries({ served = false } = {}) {
  const terminal = testTerminal();
  const server = served ? await terminal.serve() : null;
  const channel = await terminal.ok('channel', 'create', 'deploys');
  await terminal.ok('key', 'create', 'ci', '-c', 'deploys');
  await terminal.ok('user', 'add', 'mia@example.com', '--name', 'Mia', '--no-password');
  return Object.assign(terminal, { server, channel });
}

const newestIn = (text: string) => /^(\d+) ([0-9a-f]{64})$/.exec(text.trim());

for (const served of [true, false]) {
  const how = served ? 'through a server' : 'without a server';

  test(`lists, filters and verifies the audit log ${how}`, async () => {
    await using terminal = await withEntries({ served });
    const listed = await terminal.ok('audit');
    expect(listed).toMatch(/\t\d{4}-\S+Z\t.+ added user Mia as reviewer/);
    expect(listed).toContain('created key “ci”');
    const keys = await terminal.json<AuditEntry[]>('audit', 'list', '--action', 'key.');
    expect(keys.map(({ action }) => action)).toEqual(['key.created']);
    expect(keys[0]).toMatchObject({ via: 'terminal', actor: { kind: 'local' } });
    const of = ['audit', 'list', '--subject', terminal.channel, '--after', '1h', '--limit', '1'];
    expect((await terminal.json<AuditEntry[]>(...of)).length).toBe(1);
    expect(await terminal.json<AuditEntry[]>('audit', 'list', '--before', '1h')).toEqual([]);
    const [, seq, hash = ''] = newestIn(await terminal.ok('audit', 'verify')) ?? [];
    expect(Number(seq)).toBeGreaterThanOrEqual(3);
    await terminal.ok('channel', 'create', 'later');
    expect((await terminal.run(['audit', 'verify', '--against', hash])).code).toBe(0);
    const other = ['audit', 'verify', '--against', 'f'.repeat(64)];
    expect(await terminal.run(other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no entry has the hash ffff'),
    });
  });

  test(`names an altered entry ${how} and exits 1`, async () => {
    await using terminal = await withEntries({ served });
    tamper(terminal, "update audit set actorName = 'Eve' where action = 'key.created'");
    const [{ seq } = { seq: 0 }] = await terminal.json<AuditEntry[]>(
      'audit',
      'list',
      '--action',
      'key.created',
    );
    const checked = await terminal.run(['audit', 'verify']);
    expect(checked).toMatchObject({ code: 1, stdout: '' });
    expect(checked.stderr).toContain(`entry ${seq} was changed`);
    const json = await terminal.run(['audit', 'verify', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, fault: `entry ${seq} was changed` });
  });
}

test('names a stored decision that was changed and exits 1, and what it cannot compare', async () => {
  await using terminal = await withEntries({ served: true });
  const ask = () => terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const [kept, gone] = [await ask(), await ask()];
  for (const id of [kept, gone]) await terminal.ok('answer', id, '--option', 'reject');
  await terminal.ok('retract', gone, '--yes');
  const sound = await terminal.run(['audit', 'verify']);
  expect(sound.code).toBe(0);
  expect(sound.stderr).toContain('1 decision compared');
  expect(sound.stderr).toMatch(/^Not compared, as the question was deleted: 1 decision \(\d+\)$/m);
  tamper(terminal, `update reviews set response = '{"selectedOption":"approve"}'`);
  const changed = await terminal.run(['audit', 'verify']);
  expect(changed).toMatchObject({ code: 1, stdout: '' });
  expect(changed.stderr).toMatch(new RegExp(`entry \\d+, question ${kept}: the answer$`, 'm'));
  const json = await terminal.run(['audit', 'verify', '--json']);
  const different = [{ messageId: kept, what: ['answer'] }];
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, fault: null, compared: 1, different });
});

test('exports with permissions for the owner only, and verifies the export without the inbox', async () => {
  await using terminal = await withEntries();
  const file = join(terminal.home, 'audit.jsonl');
  const { stderr } = await terminal.run(['audit', 'export', file]);
  expect(stderr).toMatch(/^\d+ entries exported\.\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(`${await terminal.ok('audit', 'export')}\n`);
  const whole = await terminal.ok('audit', 'verify', file);
  expect(whole).toBe(await terminal.ok('audit', 'verify'));
  expect((await terminal.run(['audit', 'export', file])).code).toBe(2);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.toSpliced(1, 1).join('\n'));
  const checked = await terminal.run(['audit', 'verify', file]);
  expect(checked.code).toBe(1);
  expect(checked.stderr).toContain('entry 2 is missing');
  const piped = await terminal.run(['audit', 'verify', '-'], { stdin: lines.join('\n') });
  expect(piped).toMatchObject({ code: 0, stdout: `${whole}\n` });
});

test.each([
  [['audit', 'verify', '--against', 'abc'], '64 hexadecimal digits'],
  [['audit', 'list', '--after', 'yesterday'], 'Invalid time “yesterday”'],
  [['audit', 'verify', '/dev/null/none'], 'ENOTDIR'],
])('refuses %p and says what to do', async (args, says) => {
  await using terminal = testTerminal();
  const { code, stderr } = await terminal.run(args);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(says);
});

test('filters by the end of an id or by a unique name', async () => {
  await using terminal = await withEntries({ served: true });
  const of = async (...flags: string[]) =>
    (await terminal.json<AuditEntry[]>('audit', 'list', ...flags)).map(({ action }) => action);
  const { url } = terminal.server ?? { url: '' };
  const { id, key } = await terminal.json<NewKey>('key', 'create', 'bot');
  const env = { INBOX_URL: url, INBOX_API_KEY: key };
  const sent = await terminal.run(['ask', 'approve', 'Go?', '-c', 'deploys'], { env });
  const message = sent.stdout.trim();
  await terminal.ok('answer', message, '--option', 'approve');
  for (const subject of ['deploys', terminal.channel.slice(-8).toLowerCase()]) {
    expect(await of('--subject', subject)).toContain('channel.created');
  }
  expect(await of('--subject', 'bot')).toEqual(['key.created']);
  expect(await of('--subject', id.slice(-8))).toEqual(['key.created']);
  expect(await of('--subject', 'mia@example.com')).toEqual(['user.created']);
  const ofMessage = ['--subject', message.slice(-8)];
  expect(await of(...ofMessage)).toEqual(['review.answered']);
  expect(await terminal.ok('audit', 'list', ...ofMessage)).toContain(
    'answered “Go?” with “approve”',
  );
  const { id: mia } = await terminal.json<{ id: string }>(
    'user',
    'create',
    'eve@example.com',
    '--no-password',
  );
  expect(await of('--actor', mia.slice(-8))).toEqual([]);
  expect(await of('--actor', 'Mia')).toEqual([]);
  await terminal.ok('key', 'create', 'deploys');
  const both = await terminal.run(['audit', 'list', '--subject', 'deploys']);
  expect([both.code, both.stdout]).toEqual([2, '']);
  expect(both.stderr).toContain(`${terminal.channel}  channel deploys`);
  const none = await terminal.run(['audit', 'list', '--actor', 'nope']);
  expect([none.code, none.stderr]).toEqual([
    2,
    'error: --actor: User or key “nope” not found. List them with `inbox user list` and `inbox key list`\n',
  ]);
  const nothing = await terminal.run(['audit', 'list', '--subject', 'nope']);
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    'error: --subject: Nothing has the id or name “nope”\n',
  ]);
});

test('exits 4 for a reviewer', async () => {
  await using terminal = await withEntries({ served: true });
  const token = ['token', 'create', 'hers', '--email', 'mia@example.com'];
  const { token: hers } = await terminal.json<NewToken>(...token);
  const env = { INBOX_TOKEN: hers, INBOX_URL: terminal.server?.url ?? '' };
  for (const command of ['list', 'export', 'verify']) {
    expect((await terminal.run(['audit', command], { env })).code).toBe(4);
  }
});

test('records a backup with and without a running server', async () => {
  await using terminal = await withEntries();
  const names = async () => {
    const made = await terminal.json<AuditEntry[]>('audit', 'list', '--action', 'backup.created');
    return made.map(({ subject }) => subject.name);
  };
  await terminal.ok('backup', 'create', join(terminal.home, 'one.tar.gz'));
  expect(await names()).toEqual(['one.tar.gz']);
  await terminal.serve();
  await terminal.ok('backup', 'create', join(terminal.home, 'two.tar.gz'));
  expect(await names()).toEqual(['two.tar.gz', 'one.tar.gz']);
});

test('records settings that changed since the last start', async () => {
  await using terminal = testTerminal();
  const start = async (env: Record<string, string>) => (await terminal.serve(env)).stop();
  await start({ INBOX_RATE_LIMIT: '50' });
  await start({ INBOX_RATE_LIMIT: '60' });
  const changed = await terminal.json<AuditEntry[]>('audit', 'list', '--action', 'setting.');
  expect(changed).toMatchObject([
    { actor: { kind: 'system' }, subject: { name: 'rateLimit' }, detail: { from: 50, to: 60 } },
  ]);
});

test('lists the people that a name could mean with their e-mail addresses', async () => {
  await using terminal = testTerminal();
  const emails = ['ana@example.com', 'ana@example.org'];
  for (const email of emails) {
    await terminal.ok('user', 'add', email, '--name', 'Ana', '--no-password');
  }
  const { code, stderr } = await terminal.run(['audit', '--actor', 'Ana']);
  expect(code).toBe(2);
  for (const email of emails) expect(stderr).toContain(`user Ana (${email})`);
});
