import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ulid } from 'ulid';
import { openInbox } from '../../src/core/inbox.ts';
import { listMessages } from '../../src/core/messages/messages.ts';
import { ListMessages } from '../../src/core/messages/schema.ts';
import { silentLog } from '../../src/log.ts';
import { Connection, sqliteDialect } from '../../src/storage/dialect.ts';
import { DataDirectoryInUse } from '../../src/storage/lock.ts';
import { NewerDatabase } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';
import { agentOf, testInbox } from '../support/inbox.ts';

const open = (data: string) => openInbox({ data, log: silentLog(), holder: 'second' });

test('a directory in use is refused, saying who has it', async () => {
  await using inbox = await testInbox();
  const refused = await open(inbox.data).catch((error) => error);
  expect(refused).toBeInstanceOf(DataDirectoryInUse);
  expect(refused.message).toStartWith(`${inbox.data} is in use by a test (process ${process.pid}`);
  await inbox.close();
  await (await open(inbox.data)).close();
});

test('a database of a newer version is refused untouched, and the directory let go', async () => {
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

test('a first start that broke off halfway leaves nothing that stops the next', async () => {
  const data = temporaryDirectory();
  const db = new Database(join(data, 'inbox.db'));
  db.run('create table message_search (inTheWay)');
  expect(await open(data).catch((error) => error)).toBeInstanceOf(Error);
  db.run('drop table message_search');
  db.close();
  await (await open(data)).close();
  removeDirectory(data);
});

test('a data directory is its owner’s alone', async () => {
  await using inbox = await testInbox();
  const data = join(inbox.data, 'new');
  const fresh = await open(data);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readdirSync(data)).toContain('inbox.db');
  await fresh.close();
});

test('ids stay in order after the clock was set back', async () => {
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

test('an inbox that is closed leaves one whole file, and no log beside it', async () => {
  await using inbox = await testInbox();
  for (let turn = 0; turn < 50; turn++) await inbox.send({ text: `message ${turn}` });
  await inbox.close();
  expect(existsSync(join(inbox.data, 'inbox.db-wal'))).toBe(false);
});

test('a lock whose note cannot be read still keeps the directory', async () => {
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

test('an upgrade keeps a copy of the database as it was, in the place of an older copy', async () => {
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

test('reviews of an older version are listed in their channels after the upgrade', async () => {
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
