import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBackup } from '../../src/backup/restore.ts';
import { makeDueBackup } from '../../src/backup/scheduled.ts';
import { listAudit } from '../../src/core/audit/list.ts';
import { ListAudit } from '../../src/core/audit/schema.ts';
import { backupStatus, claimBackup, planBackups } from '../../src/core/backups/scheduled.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { littleDisk } from '../support/machine/disk.ts';
import { program } from '../support/server/program.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const making = { command: program, isStart: false, signal: new AbortController().signal };

async function withSchedule(keep = '2d') {
  const inbox = await testInbox();
  const directory = join(inbox.data, 'kept');
  mkdirSync(directory);
  await planBackups(inbox, { at: '03:30', keep, directory });
  return Object.assign(inbox, { directory, names: () => readdirSync(directory).toSorted() });
}

const actionsOf = async (inbox: TestInbox) =>
  (await listAudit(inbox, inbox.owner, ListAudit.parse({ action: ['backup.'] }))).data;

test('creates and verifies a due backup, records it in the audit log, and does not repeat it', async () => {
  await using inbox = await withSchedule();
  await makeDueBackup(inbox, making);
  const [name = ''] = inbox.names();
  expect(inbox.names()).toEqual([expect.stringMatching(/^inbox-2030-01-02T12-.+Z\.tar\.gz$/)]);
  await verifyBackup(join(inbox.directory, name), () => {});
  const [entry] = await actionsOf(inbox);
  expect(entry).toMatchObject({
    action: 'backup.created',
    actor: { kind: 'system' },
    subject: { name },
    detail: { size: expect.any(Number) },
  });
  await makeDueBackup(inbox, making);
  expect(inbox.names()).toHaveLength(1);
  const status = await backupStatus(inbox);
  expect(status).toMatchObject({ failure: null, failures: 0, underWay: false });
  expect(status.lastSuccessAt).toBeString();
}, 30_000);

test('removes old backups, but not manual ones or files that replaced a backup', async () => {
  await using inbox = await withSchedule('2d');
  const byHand = join(inbox.directory, 'inbox-2001-01-01T00-00-00-000Z.tar.gz');
  writeFileSync(byHand, 'by hand');
  for (let day = 0; day < 4; day++) {
    await makeDueBackup(inbox, making);
    if (day === 0) writeFileSync(join(inbox.directory, inbox.names()[1] ?? ''), 'replaced');
    inbox.clock.advance(DAY_MS);
  }
  const days = inbox.names().map((name) => name.slice(6, 16));
  expect(days).toEqual(['2001-01-01', '2030-01-02', '2030-01-04', '2030-01-05']);
}, 60_000);

const failures: [what: string, spoil: (directory: string) => void, reason: RegExp][] = [
  ['gone', (directory) => rmSync(directory, { recursive: true }), /^Directory \S+kept not found: /],
  [
    'a file',
    (directory) => {
      rmSync(directory, { recursive: true });
      writeFileSync(directory, '');
    },
    /kept is not a directory: /,
  ],
];
test.each(failures)(
  'records the reason when the directory is %s, and succeeds once that is fixed',
  async (_, spoil, reason) => {
    await using inbox = await withSchedule();
    spoil(inbox.directory);
    await makeDueBackup(inbox, making);
    const failed = await backupStatus(inbox);
    expect(failed).toMatchObject({ lastSuccessAt: null, failures: 1, underWay: false });
    expect(failed.failure?.reason).toMatch(reason);
    rmSync(inbox.directory, { force: true });
    mkdirSync(inbox.directory);
    await makeDueBackup(inbox, { ...making, isStart: true });
    expect(await backupStatus(inbox)).toMatchObject({ failure: null, failures: 1 });
    expect(inbox.names()).toHaveLength(1);
  },
  30_000,
);

test('keeps all good backups when one fails', async () => {
  await using inbox = await withSchedule('1d');
  await makeDueBackup(inbox, making);
  const good = inbox.names();
  inbox.clock.advance(DAY_MS);
  await Bun.write(join(inbox.data, 'plugins/mine/bad:name'), '');
  await makeDueBackup(inbox, making);
  const { failure } = await backupStatus(inbox);
  expect(failure?.reason).toContain(
    '“plugins/mine/bad:name” cannot be backed up under this name. Rename it first',
  );
  expect(inbox.names()).toEqual(good);
}, 30_000);

test('leaves nothing behind and records no failure when the server stops during a backup', async () => {
  await using inbox = await withSchedule();
  const stopping = new AbortController();
  const begun = makeDueBackup(inbox, { ...making, signal: stopping.signal });
  stopping.abort();
  await begun;
  expect(await backupStatus(inbox)).toMatchObject({ failure: null, underWay: false });
  expect(inbox.names()).toEqual([]);
  await makeDueBackup(inbox, { ...making, isStart: true });
  expect(inbox.names()).toHaveLength(1);
}, 30_000);

test('creates a due backup only once when two find it due', async () => {
  await using inbox = await withSchedule();
  await Promise.all([makeDueBackup(inbox, making), makeDueBackup(inbox, making)]);
  expect(inbox.names()).toHaveLength(1);
}, 30_000);

test('repeats a backup that a killed server had started, removes its partial file and counts a finished one', async () => {
  await using inbox = await withSchedule('1d');
  const claimed = await claimBackup(inbox, { isStart: true });
  const path = claimed?.path ?? '';
  writeFileSync(`${path}.4711.part`, 'half');
  writeFileSync(path, 'whole');
  inbox.clock.advance(3 * 60 * 1000);
  await makeDueBackup(inbox, making);
  expect(existsSync(`${path}.4711.part`)).toBe(false);
  // The newest backup of a day is kept.
  expect(inbox.names()).toHaveLength(1);
  expect(existsSync(path)).toBe(false);
}, 30_000);

test('reports a full disk and leaves nothing on it', async () => {
  await using inbox = await withSchedule();
  await Bun.write(join(inbox.data, 'plugins/mine/data.bin'), randomBytes(600_000));
  using disk = littleDisk(inbox.directory, '256k');
  if (!disk) return console.warn('skipped: no file system can be mounted here');
  await makeDueBackup(inbox, making);
  const { failure } = await backupStatus(inbox);
  expect(failure?.reason).toStartWith('Not enough space for a backup: free some in ');
  expect(failure?.reason).toContain(inbox.directory);
  expect(inbox.names()).toEqual([]);
}, 30_000);
