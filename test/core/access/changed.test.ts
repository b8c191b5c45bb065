import { expect, test } from 'bun:test';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

test('whoever holds a socket of a key hears that it is revoked', async () => {
  await using inbox = await testInbox();
  const input = { name: 'Key', channels: 'all' as const, expiresAt: null };
  const { id } = await createKey(inbox, inbox.owner, input);
  const events = recordEvents(inbox);
  await revokeKey(inbox, inbox.owner, id);
  expect(events).toEqual([{ name: 'access:changed', payload: { keyId: id } }]);
  await expect(revokeKey(inbox, inbox.owner, 'unknown')).rejects.toThrow('Key not found');
  expect(events).toHaveLength(1);
});

test('whoever holds a socket of a person hears that a token of theirs is removed', async () => {
  await using inbox = await testInbox();
  const { id, userId } = await createToken(inbox, inbox.owner, { name: 'Laptop' });
  const events = recordEvents(inbox);
  await removeToken(inbox, inbox.owner, id);
  expect(events).toEqual([{ name: 'access:changed', payload: { userId } }]);
});
