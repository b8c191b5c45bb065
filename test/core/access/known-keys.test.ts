import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { createChannel, deleteChannel } from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const keyOf = (inbox: TestInbox, channels: 'all' | string[], expiresAt: string | null = null) =>
  createKey(inbox, inbox.owner, { name: 'Key', channels, expiresAt });

test('refuses a cached key as soon as its revocation is acknowledged', async () => {
  await using inbox = await testInbox();
  const { id, key } = await keyOf(inbox, 'all');
  expect(await authenticate(inbox, key)).toMatchObject({ keyId: id });
  await revokeKey(inbox, inbox.owner, id);
  expect(await authenticate(inbox, key)).toBeNull();
});

test('refuses a key after a revocation that raced with calls', async () => {
  await using inbox = await testInbox();
  for (let round = 0; round < 50; round++) {
    const { id, key } = await keyOf(inbox, []);
    let revoked = false;
    const revoking = revokeKey(inbox, inbox.owner, id).then(() => {
      revoked = true;
    });
    while (!revoked) {
      await authenticate(inbox, key);
      // Else the commit would never have its turn.
      await new Promise(setImmediate);
    }
    await revoking;
    expect(await authenticate(inbox, key)).toBeNull();
  }
});

test('does not cache a lookup that was in progress during a revocation', async () => {
  await using inbox = await testInbox();
  const { id, key } = await keyOf(inbox, 'all');
  const looking = authenticate(inbox, key);
  inbox.bus.announce({ name: 'access:changed', payload: { keyId: id } });
  expect(await looking).toMatchObject({ keyId: id });
  expect(inbox.knownKeys.byHash.size).toBe(0);
  await authenticate(inbox, key);
  expect(inbox.knownKeys.byHash.size).toBe(1);
});

test("updates a cached key's channels when one is created or removed", async () => {
  await using inbox = await testInbox();
  const first = await inbox.channel();
  const { key } = await keyOf(inbox, [first.id]);
  const caller = await authenticate(inbox, key);
  if (!caller) throw new Error('the key was refused');
  const made = await createChannel(inbox, caller, CreateAgent.parse({ name: 'Own' }));
  expect((await authenticate(inbox, key))?.channels).toEqual([first.id, made.id]);
  await deleteChannel(inbox, inbox.owner, first.id);
  expect((await authenticate(inbox, key))?.channels).toEqual([made.id]);
});

test('refuses a cached key from the moment it expires', async () => {
  await using inbox = await testInbox();
  const { key } = await keyOf(inbox, 'all', new Date(inbox.now() + 1000).toISOString());
  inbox.clock.advance(999);
  expect(await authenticate(inbox, key)).not.toBeNull();
  inbox.clock.advance(1);
  expect(await authenticate(inbox, key)).toBeNull();
});

test('records the last use of a busy key once a minute', async () => {
  await using inbox = await testInbox();
  const { key } = await keyOf(inbox, 'all');
  const noted = async () => {
    // The recorded use is queued before this.
    await inbox.store.commit(async () => {});
    const row = await inbox.store.read.selectFrom('keys').select('lastUsedAt').executeTakeFirst();
    return Date.parse(row?.lastUsedAt ?? '');
  };
  const began = inbox.now();
  await authenticate(inbox, key);
  expect(await noted()).toBe(began);
  inbox.clock.advance(59_999);
  await authenticate(inbox, key);
  expect(await noted()).toBe(began);
  inbox.clock.advance(1);
  await authenticate(inbox, key);
  expect(await noted()).toBe(began + 60_000);
});
