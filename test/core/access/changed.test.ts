import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { announceExpired } from '../../../src/core/access/expiry.ts';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { toTimestamp } from '../../../src/core/time.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { readEvents } from '../../support/inbox/pages.ts';

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

test('logs access:changed for a key that expires, and announces it even if nothing can be saved', async () => {
  await using inbox = await testInbox();
  const expiresAt = toTimestamp(inbox.now() + 60_000);
  const { id } = await createKey(inbox, inbox.owner, { name: 'Key', channels: 'all', expiresAt });
  const after = inbox.eventLog.announced;
  const events = recordEvents(inbox);
  const expire = () => announceExpired(inbox, inbox.now(), inbox.now() + 61_000);
  await expire();
  const { data } = await readEvents(inbox, inbox.owner, { after, limit: 100 });
  expect(data).toMatchObject([{ event: 'access:changed', payload: { keyId: id }, seq: after + 1 }]);
  await inbox.store.commit((tx) => sql`pragma query_only = 1`.execute(tx));
  await expect(expire()).rejects.toThrow();
  const changed = { name: 'access:changed', payload: { keyId: id } };
  expect(events).toEqual([changed, changed] as typeof events);
});
