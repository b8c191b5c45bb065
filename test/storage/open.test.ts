import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ulid } from 'ulid';
import { schemaOf } from '../../scripts/schema.ts';
import { deleteChannel } from '../../src/core/channels/channels.ts';
import { ListMessages } from '../../src/core/messages/schema.ts';
import { openInbox } from '../../src/core/open.ts';
import { silentLog } from '../../src/log.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../../src/storage/sqlite/dialect.ts';
import { DataDirectoryInUse } from '../../src/storage/sqlite/lock.ts';
import { NewerDatabase } from '../../src/storage/sqlite/migrate.ts';
import { migrations } from '../../src/storage/sqlite/migrations/index.ts';
import { UnreadableDatabase } from '../../src/storage/store.ts';
import { fingerprint } from '../support/backups/archives.ts';
import { entriesOf, faultOf } from '../support/inbox/audit.ts';
import { agentOf, testInbox } from '../support/inbox/inbox.ts';
import { listMessages } from '../support/inbox/pages.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const schemaFile = join(import.meta.dir, '../../src/storage/sqlite/schema.sql');
const open = (data: string) => openInbox({ data, log: silentLog(), holder: 'second' });

test('refuses a directory in use and names the process', async () => {
  await using inbox = await testInbox();
  const refused = await open(inbox.data).catch((error) => error);
  expect(refused).toBeInstanceOf(DataDirectoryInUse);
  expect(refused.message).toStartWith(`${inbox.data} is in use by a test (process ${process.pid}`);
  await inbox.close();
  await (await open(inbox.data)).close();
});

test('refuses a database of a newer version unchanged, and unlocks the directory', async () => {
  await using inbox = await testInbox();
  await inbox.close();
  const db = new Database(join(inbox.data, 'inbox.db'));
  db.run("insert into kysely_migration values ('9999_future', '2040-01-01T00:00:00.000Z')");
  const refused = await open(inbox.data).catch((error) => error);
  expect(refused).toBeInstanceOf(NewerDatabase);
  expect(refused.message).toContain('9999_future');
  db.run("delete from kysely_migration where name = '9999_future'");
  db.close();
  await (await open(inbox.data)).close();
});

test('creates the database that the migrations lead to', async () => {
  expect(await Bun.file(schemaFile).text()).toBe(await schemaOf());
  await using inbox = await testInbox();
  await inbox.close();
  using db = new Database(join(inbox.data, 'inbox.db'));
  const rows = db.query<{ name: string }, []>('select name from kysely_migration order by name');
  expect(rows.all().map(({ name }) => name)).toEqual(Object.keys(migrations));
});

test('starts after an earlier first start was interrupted', async () => {
  const data = temporaryDirectory();
  const db = new Database(join(data, 'inbox.db.part'));
  db.run('create table message_search (inTheWay)');
  db.close();
  await (await open(data)).close();
  expect(readdirSync(data)).not.toContain('inbox.db.part');
  removeDirectory(data);
});

/** Files in the database's place that are not an inbox's, and the beginning of the refusal. */
const unreadable: [what: string, put: (file: string) => void, says: string][] = [
  ['nothing', (file) => writeFileSync(file, ''), ' is empty. Restore a backup'],
  ['zeros', (file) => writeFileSync(file, Buffer.alloc(8192)), ' cannot be read (file is not'],
  ['a text', (file) => writeFileSync(file, 'hello\n'.repeat(2000)), ' cannot be read (file is not'],
  ['half a database', (file) => truncateSync(file, 40_960), ' cannot be read (database disk image'],
  ['its first page', (file) => truncateSync(file, 4096), ' cannot be read (database disk image'],
  [
    'a part of its first page',
    (file) => truncateSync(file, 50),
    ' cannot be read (database disk image',
  ],
  ['damaged pages', spoil, ' cannot be read (database disk image'],
  ['a database of another program', (file) => replaced(file, 'create table t (a)'), ' is not the'],
  [
    'a database that another program migrates',
    (file) =>
      replaced(file, "create table kysely_migration as select '2020_x' as name, '' as timestamp"),
    ' is not the',
  ],
  [
    'a database without a table',
    (file) => replaced(file, 'pragma user_version = 1'),
    ' is not the',
  ],
  [
    'a directory',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    ' is not a file',
  ],
];

test.each(unreadable)(
  'refuses to start with %s instead of its database, and leaves it unchanged',
  async (_, put, says) => {
    await using inbox = await testInbox();
    await inbox.close();
    const file = join(inbox.data, 'inbox.db');
    put(file);
    const before = fingerprint(inbox.data);
    const refused = await open(inbox.data).catch((error) => error);
    expect(refused).toBeInstanceOf(UnreadableDatabase);
    expect(refused.message).toStartWith(`${file}${says}`);
    expect(refused.message).toContain('`inbox backup list`');
    // An empty log may be left beside it.
    expect(fingerprint(inbox.data)).toMatchObject(before);
  },
);

test('refuses to start with a write-ahead log but no database', async () => {
  await using inbox = await testInbox();
  await inbox.send({ text: 'kept' });
  const log = join(inbox.data, 'inbox.db-wal');
  const bytes = readFileSync(log);
  await inbox.close();
  rmSync(join(inbox.data, 'inbox.db'));
  writeFileSync(log, bytes);
  await expect(open(inbox.data)).rejects.toThrow('is there, but');
  expect(readFileSync(log).equals(bytes)).toBe(true);
});

function replaced(file: string, sql: string): void {
  rmSync(file);
  using db = new Database(file);
  db.run(sql);
}

/** All but the first page, which says that it is a database. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 4096));
}

test('creates the data directory readable by its owner only', async () => {
  await using inbox = await testInbox();
  const data = join(inbox.data, 'new');
  const fresh = await open(data);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readdirSync(data)).toContain('inbox.db');
  await fresh.close();
});

test('keeps ids in order after the clock was set back', async () => {
  await using inbox = await testInbox({ now: '2030-01-02T00:00:00.000Z' });
  const { id: channelId } = await inbox.channel();
  const ids: string[] = [];
  const send = async (from: typeof inbox) => {
    for (let count = 0; count < 20; count++) {
      ids.push((await from.send({ channelId, text: 'Hi' })).id);
    }
  };
  await send(inbox);
  inbox.clock.at('2029-12-31T00:00:00.000Z');
  await send(inbox);
  await inbox.close();
  inbox.clock.at('2029-01-01T00:00:00.000Z');
  await using again = await inbox.restart();
  await send(again);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(60);
});

test('leaves one complete file without a write-ahead log on close', async () => {
  await using inbox = await testInbox();
  for (let turn = 0; turn < 50; turn++) await inbox.send({ text: `message ${turn}` });
  await inbox.close();
  expect(existsSync(join(inbox.data, 'inbox.db-wal'))).toBe(false);
});

test('refuses a locked directory whose lock note is unreadable', async () => {
  await using inbox = await testInbox();
  writeFileSync(join(inbox.data, 'lock.json'), '');
  await expect(open(inbox.data)).rejects.toThrow(`${inbox.data} is in use by another process`);
});

/** A directory as a version left it that knew these migrations alone. */
async function olderDirectory(known: string[]): Promise<{ data: string; db: Database }> {
  const data = temporaryDirectory();
  const path = join(data, 'inbox.db');
  const kysely = new Kysely({ dialect: sqliteDialect(new Connection(new Database(path))) });
  const some = Object.entries(migrations).filter(([name]) => known.includes(name));
  const provider = { getMigrations: async () => Object.fromEntries(some) };
  await new Migrator({ db: kysely, provider }).migrateToLatest();
  await kysely.destroy();
  return { data, db: new Database(path) };
}

test('keeps a copy of the database before an upgrade, replacing an older copy', async () => {
  const [first = '', second = ''] = Object.keys(migrations);
  const { data, db } = await olderDirectory([first]);
  db.close();
  const copy = join(data, `inbox.db.before-${second}`);
  writeFileSync(copy, 'of an upgrade that went wrong');
  await (await open(data)).close();
  using kept = new Database(copy, { readonly: true });
  expect(kept.query('select name from kysely_migration').all()).toEqual([{ name: first }]);
  removeDirectory(data);
});

test('lists reviews from an older version in their channels after the upgrade', async () => {
  const { data, db } = await olderDirectory(['0001_start', '0002_webhooks']);
  const ask = (id: string, channelId: string) => {
    db.run(`insert into channels (id, name, createdAt, updatedAt) values (?, 'C', '', '')`, [
      channelId,
    ]);
    db.run(
      `insert into messages (id, channelId, senderType, senderId, deliveryStatus, createdAt, updatedAt)
        values (?, ?, 'agent', ?, 'sent', '', '')`,
      [id, channelId, channelId],
    );
    db.run(
      `insert into reviews (messageId, type, status, payload, expiresInSeconds, expiresAt)
        values (?, 'approval', 'pending', '{}', 60, '2999-01-01T00:00:00.000Z')`,
      [id],
    );
  };
  const [one, other] = [ulid(), ulid()];
  ask(one, 'c1');
  ask(other, 'c2');
  db.close();
  const inbox = await open(data);
  const pending = ListMessages.parse({ review: 'pending' });
  const { data: found } = await listMessages(inbox, agentOf('c2', 'c3'), pending);
  expect(found.map(({ id }) => id)).toEqual([other]);
  await inbox.close();
  removeDirectory(data);
});

test('starts an empty audit log at the upgrade that can be verified from there', async () => {
  const { data, db } = await olderDirectory(['0001_start', '0002_webhooks', '0003_pages']);
  db.run(`insert into channels (id, name, createdAt, updatedAt) values ('c1', 'C', '', '')`);
  db.close();
  await using inbox = await testInbox({ data });
  expect(await entriesOf(inbox)).toEqual([]);
  expect(await faultOf(inbox)).toBeNull();
  await deleteChannel(inbox, inbox.owner, 'c1');
  const [first] = await entriesOf(inbox);
  expect(first).toMatchObject({ seq: 1, action: 'channel.deleted', subject: { name: 'C' } });
  expect(await faultOf(inbox)).toBeNull();
});
