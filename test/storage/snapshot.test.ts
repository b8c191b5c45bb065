import { expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from '../../src/storage/sqlite/look.ts';
import { openAsIs } from '../../src/storage/sqlite/open.ts';
import { testInbox } from '../support/inbox/inbox.ts';

test('copies every acknowledged write while others go on', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const send = (text: string) => inbox.send({ channelId, text });
  const before = await Promise.all(['1', '2', '3'].map(send));
  const to = join(inbox.data, 'copy.db');
  const [, ...after] = await Promise.all([inbox.store.snapshot(to), ...['4', '5'].map(send)]);
  expect(after).toHaveLength(2);

  expect(faultOf(to)).toBeNull();
  expect(statSync(to).mode & 0o077).toBe(0);
  const copy = openAsIs(to);
  const ids = (await copy.read.selectFrom('messages').select('id').execute()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  const counted = copy.read.selectFrom('counters').select('value').where('name', '=', 'changes');
  const newest = copy.read.selectFrom('events').select(({ fn }) => fn.max('seq').as('value'));
  expect(await counted.execute()).toEqual(await newest.execute());
  await copy.close();
});

test('refuses to overwrite a file', async () => {
  await using inbox = await testInbox();
  const to = join(inbox.data, 'copy.db');
  await inbox.store.snapshot(to);
  await inbox.channel();
  const copied = readFileSync(to);
  await expect(inbox.store.snapshot(to)).rejects.toThrow('already exists');
  expect(readFileSync(to).equals(copied)).toBe(true);
});

test('leaves no write-ahead log after the copy of a closed database', async () => {
  const inbox = await testInbox();
  await inbox.close();
  const look = openAsIs(join(inbox.data, 'inbox.db'));
  await look.snapshot(join(inbox.data, 'copy.db'));
  await look.close();
  expect(await look.size()).toMatchObject({ walBytes: 0 });
  expect(existsSync(join(inbox.data, 'inbox.db-wal'))).toBe(false);
  await inbox[Symbol.asyncDispose]();
});

test('counts the write-ahead log beside the database', async () => {
  await using inbox = await testInbox();
  const before = await inbox.store.size();
  await inbox.channel();
  const after = await inbox.store.size();
  expect(after.walBytes).toBeGreaterThan(before.walBytes);
  expect(after.databaseBytes).toBe(statSync(join(inbox.data, 'inbox.db')).size);
});
