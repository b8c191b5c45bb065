import { expect, test } from 'bun:test';
import { testInbox } from '../support/inbox/inbox.ts';

test('rejects writes on the read connection, even during a write', async () => {
  await using inbox = await testInbox();
  const { read, commit } = inbox.store;
  const insert = read.insertInto('keys').values({
    id: 'k',
    name: 'K',
    prefix: 'hp_',
    hash: 'h',
    allChannels: 1,
    createdAt: '',
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  });
  const refused = async () => expect(insert.returning('id').execute()).rejects.toThrow('readonly');
  await refused();
  await commit(refused);
  expect(await read.selectFrom('keys').select('id').execute()).toEqual([]);
});
