import { expect, test } from 'bun:test';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

test('emits access:changed for a revoked key, but not for an unknown one', async () => {
  await using inbox = await testInbox();
  const input = { name: 'Key', channels: 'all' as const, expiresAt: null };
  const { id } = await createKey(inbox, inbox.owner, input);
  const events = recordEvents(inbox);
  await revokeKey(inbox, inbox.owner, id);
  expect(events).toEqual([{ name: 'access:changed', payload: { keyId: id } }]);
  await expect(revokeKey(inbox, inbox.owner, 'unknown')).rejects.toThrow('Key not found');
  expect(events).toHaveLength(1);
});

test('emits access:changed for the user when their token is removed', async () => {
  await using inbox = await testInbox();
  const { id, userId } = await createToken(inbox, inbox.owner, { name: 'Laptop' });
  const events = recordEvents(inbox);
  await removeToken(inbox, inbox.owner, id);
  expect(events).toEqual([{ name: 'access:changed', payload: { userId } }]);
});
