import { expect, test } from 'bun:test';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { WaitQuery } from '../../../src/core/reviews/schema.ts';
import { closeWaiters } from '../../../src/core/reviews/waiters.ts';
import { recheckWaiters, waitForReview } from '../../../src/core/reviews/waiting.ts';
import { keyOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { eventually, turnsOfLoop } from '../../support/reach/eventually.ts';

const yes = { selectedOption: 'approve' };
const review = { type: 'approval' };

/** A message that asks, and a wait for its answer. */
async function waiter(inbox: TestInbox, timeoutMs = 30_000, signal?: AbortSignal) {
  const { id, channelId: channel } = await inbox.send({ review });
  const how = { channel, timeoutMs, ...(signal ? { signal } : {}) };
  return { id, channel, wait: () => waitForReview(inbox, inbox.agent, id, how) };
}

test('returns an earlier answer immediately', async () => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  await answerReview(inbox, inbox.owner, id, yes);
  expect(await wait()).toMatchObject({ status: 'completed', message: { id } });
});

test('wakes every waiter on an answer', async () => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  const waits = Array.from({ length: 50 }, wait);
  await Bun.sleep(0);
  await answerReview(inbox, inbox.owner, id, yes);
  const outcomes = await Promise.all(waits);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'completed', message: { review: { response: yes } } });
  }
  expect(inbox.waiting.waiters.size).toBe(0);
});

// Reads that wait for each other's lock cost the square of their number: as many took 40 seconds.
test('wakes 10,000 waiters on one answer, and serves others in between', async () => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  let woken = 0;
  const waits = Array.from({ length: 10_000 }, () => wait().finally(() => woken++));
  await answerReview(inbox, inbox.owner, id, yes);
  await new Promise(setImmediate);
  expect(woken).toBeLessThan(1000);
  const outcomes = await Promise.all(waits);
  expect(outcomes.every(({ status }) => status === 'completed')).toBe(true);
}, 60_000);

test.each<[string, (inbox: TestInbox, id: string) => Promise<unknown>]>([
  ['an answer', (inbox, id) => answerReview(inbox, inbox.owner, id, yes)],
  [
    'an expiry',
    async (inbox) => {
      inbox.clock.advance(24 * 60 * 60 * 1000);
      await settleExpired(inbox);
    },
  ],
])('reads a question once for all who wait for %s, not for each of them', async (_, end) => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  const waits = Array.from({ length: 1000 }, wait);
  await eventually(() => inbox.waiting.waiters.get(id)?.size === 1000);
  // Each has read the question, however slow reads are.
  await turnsOfLoop(50);
  await end(inbox, id);
  await recheckWaiters(inbox);
  const outcomes = await Promise.all(waits);
  expect(outcomes.every(({ status }) => status !== 'timeout')).toBe(true);
  expect(new Set(outcomes).size).toBeLessThan(3);
});

test('misses no answer between the first read and the wait', async () => {
  await using inbox = await testInbox();
  for (let turns = 0; turns < 100; turns++) {
    const { id, wait } = await waiter(inbox);
    const begin = [wait, () => answerReview(inbox, inbox.owner, id, yes)];
    const [first, second] = turns % 2 === 0 ? begin : begin.toReversed();
    const begun = first?.();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const ended = await Promise.all([begun, second?.()]);
    expect(ended).toContainEqual(expect.objectContaining({ status: 'completed' }));
  }
});

test('waits for at most 30 s, and for as long as requested', () => {
  const timeoutOf = (timeout?: string) => WaitQuery.parse({ channel: 'c', timeout }).timeout;
  expect([
    timeoutOf(),
    timeoutOf('30001'),
    timeoutOf('9e9'),
    timeoutOf('250'),
    timeoutOf('0'),
  ]).toEqual([30_000, 30_000, 30_000, 250, 0]);
});

test('returns timeout at the end of the wait and removes the waiter', async () => {
  await using inbox = await testInbox();
  const { wait } = await waiter(inbox, 5);
  expect(await wait()).toEqual({ status: 'timeout' });
  expect(inbox.waiting.waiters.size).toBe(0);
});

test('removes the waiter when the client disconnects', async () => {
  await using inbox = await testInbox();
  const client = new AbortController();
  const { wait } = await waiter(inbox, 30_000, client.signal);
  const waiting = wait();
  await Bun.sleep(0);
  expect(inbox.waiting.waiters.size).toBe(1);
  client.abort();
  expect(await waiting).toEqual({ status: 'timeout' });
  expect(inbox.waiting.waiters.size).toBe(0);
});

test('does not wait for a client that disconnected beforehand', async () => {
  await using inbox = await testInbox();
  const { wait } = await waiter(inbox, 30_000, AbortSignal.abort());
  expect(await wait()).toEqual({ status: 'timeout' });
  expect(inbox.waiting.waiters.size).toBe(0);
});

test('ends the wait with not_found when the message is deleted', async () => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  const waiting = wait().catch((error) => error);
  await Bun.sleep(0);
  await deleteMessage(inbox, inbox.agent, id);
  expect(await waiting).toMatchObject({ code: 'not_found', message: 'Message not found' });
});

test('reports not_found for the wrong channel and for a message without a question', async () => {
  await using inbox = await testInbox();
  const { id } = await waiter(inbox);
  const plain = await inbox.send({ text: 'Hi' });
  for (const [message, channel] of [
    [id, plain.channelId],
    [plain.id, plain.channelId],
  ] as const) {
    const waiting = waitForReview(inbox, inbox.agent, message, { channel, timeoutMs: 30_000 });
    expect(await waiting.catch((error) => error.code)).toBe('not_found');
  }
});

test('checkWaiting wakes waiters that missed the event', async () => {
  await using inbox = await testInbox();
  const { id, wait } = await waiter(inbox);
  const waiting = wait();
  await Bun.sleep(0);
  await inbox.store.commit((tx) =>
    tx.updateTable('reviews').set({ status: 'completed' }).where('messageId', '=', id).execute(),
  );
  await recheckWaiters(inbox);
  expect((await waiting).status).toBe('completed');
});

test('returns timeout when the inbox closes', async () => {
  await using inbox = await testInbox();
  const { wait } = await waiter(inbox);
  const waiting = wait();
  await Bun.sleep(0);
  closeWaiters(inbox.waiting);
  expect(await waiting).toEqual({ status: 'timeout' });
  expect(await wait()).toEqual({ status: 'timeout' });
});

test('ends the wait of a revoked key before the answer', async () => {
  await using inbox = await testInbox();
  const { id, channelId: channel } = await inbox.send({ review });
  const input = { name: 'Key', channels: [channel], expiresAt: null };
  const [revoked, other] = [
    await createKey(inbox, inbox.owner, input),
    await createKey(inbox, inbox.owner, input),
  ];
  const waits = [revoked, other].map(({ id: keyId }) => {
    const caller = keyOf(keyId, channel);
    return waitForReview(inbox, caller, id, { channel, timeoutMs: 30_000 });
  });
  await revokeKey(inbox, inbox.owner, revoked.id);
  expect(await waits[0]).toEqual({ status: 'timeout' });
  await answerReview(inbox, inbox.owner, id, yes);
  expect(await waits[1]).toMatchObject({ status: 'completed' });
  expect(inbox.waiting.waiters.size).toBe(0);
});

test('ends the wait with not_found when the channel is removed', async () => {
  await using inbox = await testInbox();
  const { channel, wait } = await waiter(inbox);
  const refused = wait().catch((error) => error.code);
  await Bun.sleep(0);
  await deleteChannel(inbox, inbox.owner, channel);
  expect(await refused).toBe('not_found');
});

test.each(['', 'soon', '-1', 'NaN'])('refuses a timeout of %p', (timeout) => {
  expect(WaitQuery.safeParse({ channel: 'c', timeout }).success).toBe(false);
});

test('gives a woken waiter the same redaction as a fresh read', async () => {
  await using inbox = await testInbox();
  const fields = [{ name: 'p', type: 'password', label: 'P' }];
  const callback = { url: 'https://example.com', headers: { authorization: 'secret' } };
  const review = { type: 'form', payload: { fields }, callback };
  const { id, channelId: channel } = await inbox.send({ review });
  const waits = [inbox.agent, inbox.owner].map((caller) =>
    waitForReview(inbox, caller, id, { channel, timeoutMs: 30_000 }),
  );
  await Bun.sleep(0);
  await answerReview(inbox, inbox.owner, id, { p: 'secret' });
  const seen = (p: string) => ({
    message: { review: { response: { p }, callback: { headers: { authorization: '***' } } } },
  });
  expect(await Promise.all(waits)).toMatchObject([seen('secret'), seen('***')]);
});

/** The event of an answer, without one. */
function announceAnswer(inbox: TestInbox, message: Message) {
  const answered = { ...message, review: { ...message.review, status: 'completed' } } as Message;
  inbox.bus.announce({ name: 'review:responded', payload: answered });
}

test('hides the answer from a key that is revoked during its first read', async () => {
  await using inbox = await testInbox();
  const message = await inbox.send({ review });
  const { id, channelId: channel } = message;
  const caller = keyOf('k', channel);
  const wait = waitForReview(inbox, caller, id, { channel, timeoutMs: 30 });
  inbox.bus.announce({ name: 'access:changed', payload: { keyId: 'k' } });
  announceAnswer(inbox, message);
  expect(await wait).toEqual({ status: 'timeout' });
});

test('receives an event that arrives during the first read', async () => {
  await using inbox = await testInbox();
  const message = await inbox.send({ review });
  const { id, channelId: channel } = message;
  const wait = waitForReview(inbox, inbox.agent, id, { channel, timeoutMs: 20_000 });
  announceAnswer(inbox, message);
  expect(await wait).toMatchObject({ status: 'completed' });
}, 60_000);
