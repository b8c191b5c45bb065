import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { changeByItself } from '../../src/core/change.ts';
import { createChannel } from '../../src/core/channels/channels.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const input = (name: string) => ({ name, description: null, avatarUrl: null, webhookUrl: null });

test('rolls back a failing write without its neighbours', async () => {
  await using inbox = await testInbox();
  const make = (name: string) => createChannel(inbox, inbox.owner, input(name));
  const spoil = (name: string) =>
    changeByItself(inbox, async ({ tx, emit }) => {
      await tx.updateTable('users').set({ name }).execute();
      emit('agent:deleted', { id: name });
      throw new Error('spoiled');
    });
  const received = recordEvents(inbox);
  const outcomes = await Promise.allSettled([make('a'), spoil('x'), make('b'), spoil('y')]);
  const statuses = outcomes.map((one) => one.status).join();
  expect(statuses).toBe('fulfilled,rejected,fulfilled,rejected');
  const names = await inbox.store.read.selectFrom('channels').select('name').execute();
  expect(names.map((row) => row.name).sort()).toEqual(['a', 'b']);
  const owner = await inbox.store.read.selectFrom('users').select('name').executeTakeFirst();
  expect(owner?.name).toBe(inbox.owner.name);
  expect(received.map((event) => event.name)).toEqual(['agent:created', 'agent:created']);
});

test('rejects only the write that violates a constraint', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.channel();
  const clash = () =>
    inbox.store.commit((tx) =>
      tx.insertInto('key_channels').values({ keyId: 'x', channelId: id }).execute(),
    );
  const outcomes = await Promise.allSettled([inbox.channel(), clash(), inbox.channel()]);
  expect(outcomes.map((one) => one.status).join()).toBe('fulfilled,rejected,fulfilled');
});

test('shows no write to readers before the commit', async () => {
  await using inbox = await testInbox();
  const count = async () =>
    (await inbox.store.read.selectFrom('channels').select('id').execute()).length;
  const during: number[] = [];
  await inbox.store.commit(async (tx) => {
    await tx.insertInto('channels').values(row('one')).execute();
    during.push(await count());
  });
  expect([...during, await count()]).toEqual([0, 1]);
});

const row = (id: string) => ({
  id,
  name: id,
  description: null,
  avatarUrl: null,
  webhookUrl: null,
  webhookHeaders: null,
  status: null,
  statusMessage: null,
  lastActiveAt: null,
  createdAt: '',
  updatedAt: '',
});

test('emits events after their commit, in the order of the writes', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const received: string[] = [];
  const reads: Promise<unknown>[] = [];
  inbox.bus.on('message:created', ({ id, text }) => {
    received.push(text ?? '');
    const query = inbox.store.read.selectFrom('messages').select('id').where('id', '=', id);
    reads.push(query.executeTakeFirstOrThrow());
  });
  const texts = Array.from({ length: 1200 }, (_, n) => `${n}`);
  await Promise.all(texts.map((text) => inbox.send({ channelId, text })));
  expect(received).toEqual(texts);
  expect(await Promise.all(reads)).toHaveLength(1200);
});

test('isolates a listener that throws', async () => {
  await using inbox = await testInbox();
  inbox.bus.on('message:created', () => {
    throw new Error('a bad listener');
  });
  const { id: channelId } = await inbox.channel();
  const received = recordEvents(inbox);
  const { id } = await inbox.send({ channelId, text: 'Hi' });
  expect(received).toMatchObject([{ payload: { id } }]);
});

test('rolls back a write whose listener within it fails', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const received = recordEvents(inbox);
  inbox.bus.within('message:created', async ({ tx }, { text }) => {
    await tx.updateTable('channels').set({ description: text }).execute();
    if (text === 'bad') throw new Error('no room');
  });
  const [good, bad] = await Promise.allSettled([
    inbox.send({ channelId, text: 'good' }),
    inbox.send({ channelId, text: 'bad' }),
  ]);
  expect([good?.status, bad?.status]).toEqual(['fulfilled', 'rejected']);
  const texts = await inbox.store.read.selectFrom('messages').select('text').execute();
  expect(texts).toEqual([{ text: 'good' }]);
  const channel = await inbox.store.read.selectFrom('channels').select('description').execute();
  expect(channel).toEqual([{ description: 'good' }]);
  expect(received).toHaveLength(1);
});

test('finishes queued writes on close', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const sends = Array.from({ length: 700 }, (_, n) => inbox.send({ channelId, text: `${n}` }));
  await inbox.close();
  await Promise.all(sends);
  await using again = await inbox.restart();
  const stored = await again.store.read.selectFrom('messages').select('id').execute();
  expect(stored).toHaveLength(700);
});

const allowPages = (inbox: TestInbox, count: number) =>
  inbox.store.commit((tx) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(tx));
const codeOf = (write: Promise<unknown>) => write.catch((error) => error.code);

test('rejects with `unavailable` when the disk is full and stores nothing', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await allowPages(inbox, 1);
  const text = 'x'.repeat(200_000);
  const sends = [inbox.send({ channelId, text }), inbox.send({ channelId, text })];
  expect(await Promise.all(sends.map(codeOf))).toEqual(['unavailable', 'unavailable']);
  await allowPages(inbox, 1_000_000);
  expect(await inbox.store.read.selectFrom('messages').select('id').execute()).toEqual([]);
  await inbox.send({ channelId, text });
});

test('rejects with `unavailable` on a full disk, even beside a write that fails by itself', async () => {
  await using inbox = await testInbox();
  await inbox.channel();
  await allowPages(inbox, 1);
  const groupsOfTwo = () => inbox.store.commits().groupsOf[2] ?? 0;
  const codesOfBoth = () => {
    const spoilt = changeByItself(inbox, async () => {
      throw new Error('spoiled');
    });
    // SQLite undoes an update of many rows alone: the transaction goes on.
    const name = 'x'.repeat(200_000);
    const rename = changeByItself(inbox, ({ tx }) =>
      tx.updateTable('channels').set({ name }).execute(),
    );
    return Promise.all([spoilt, rename].map(codeOf));
  };
  let codes: unknown[] = [];
  // Where the machine is too busy, the second is not in the group of the first.
  for (const before = groupsOfTwo(); groupsOfTwo() === before; ) codes = await codesOfBoth();
  expect(codes).toEqual(['unavailable', 'unavailable']);
});

test('closes and opens again on a full disk', async () => {
  await using inbox = await testInbox();
  await inbox.send({ text: 'kept' });
  await allowPages(inbox, 1);
  await inbox.close();
  await using again = await inbox.restart();
  const texts = await again.store.read.selectFrom('messages').select('text').execute();
  expect(texts).toEqual([{ text: 'kept' }]);
});

test('rejects a write after the inbox was closed', async () => {
  await using inbox = await testInbox();
  const made = createChannel(inbox, inbox.owner, input('in time'));
  await inbox.close();
  expect(await made).toMatchObject({ name: 'in time' });
  const late = () => createChannel(inbox, inbox.owner, input('late'));
  await expect(late()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(late()).rejects.toMatchObject({ code: 'unavailable' });
});

test('ends a group of slow writes early and yields before the next', async () => {
  await using inbox = await testInbox();
  const served: string[] = [];
  const slow = (name: string) =>
    inbox.store.commit(async () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      served.push(name);
      setImmediate(() => served.push(`after ${name}`));
    });
  await Promise.all([slow('one'), slow('two')]);
  await new Promise(setImmediate);
  expect(served).toEqual(['one', 'after one', 'two', 'after two']);
});
