import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { changeBy } from '../../../src/core/change.ts';
import { deleteMessage, getMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { findMessage } from '../../../src/core/messages/stored.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { letGo, renewLease, takeLease } from '../../../src/core/reviews/holding.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { Waiter } from '../../../src/core/reviews/waiters.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { agentOf, keyOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { eventually } from '../../support/reach/eventually.ts';

const SECOND = 1000;
const yes = { selectedOption: 'approve' };

/** A held question of a key. */
async function held(inbox: TestInbox, more: { review?: object; [name: string]: unknown } = {}) {
  const { id: channel } = await inbox.channel();
  const asker = keyOf('k1', channel);
  const review = { type: 'approval', hold: true, expiresInSeconds: 3600, ...more.review };
  const ask = (by = asker) =>
    sendMessage(inbox, by, SendMessage.parse({ channelId: channel, text: 'Go?', ...more, review }));
  const { message } = await ask();
  const { id } = message;
  return {
    inbox,
    id,
    channel,
    asker,
    ask,
    wait: (timeoutMs = 0, { by = asker, signal = new AbortController().signal } = {}) =>
      waitForReview(inbox, by, id, { channel, timeoutMs, signal }),
    answer: () => answerReview(inbox, inbox.owner, id, yes).catch((error) => error.message),
    status: async () => (await getMessage(inbox, inbox.owner, id)).review?.status,
  };
}

const waits = (inbox: TestInbox, id: string, count = 1) =>
  eventually(() => {
    const leased = [...(inbox.waiting.waiters.get(id) ?? [])].filter(({ lease }) => lease !== null);
    return leased.length === count;
  });

test('holds a question for 30 seconds from the ask and from each wait of its key', async () => {
  await using inbox = await testInbox();
  const { id, wait, status } = await held(inbox);
  for (let turn = 0; turn < 5; turn++) {
    inbox.clock.advance(29 * SECOND);
    expect(await wait()).toEqual({ status: 'timeout' });
  }
  inbox.clock.advance(30 * SECOND - 1);
  expect(await status()).toBe('pending');
  inbox.clock.advance(1);
  await settleExpired(inbox);
  expect(await status()).toBe('withdrawn');
  const { review } = await getMessage(inbox, inbox.owner, id);
  expect(review).toMatchObject({
    hold: true,
    withdrawn: { why: 'its agent has gone' },
    automatic: true,
  });
  expect(await wait()).toMatchObject({ status: 'withdrawn' });
});

test('withdraws a question nobody holds, and lets no wait, answer or renewal bring it back', async () => {
  await using inbox = await testInbox();
  const { id, wait, answer, asker } = await held(inbox);
  const lease = await changeBy(inbox, asker, (change) => takeLease(change, id));
  inbox.clock.advance(30 * SECOND);
  const late = await changeBy(inbox, asker, async (change) => [
    await takeLease(change, id),
    await renewLease(change, id, lease ?? 0),
  ]);
  expect(late).toEqual([null, false]);
  expect(await answer()).toEndWith('its agent has gone');
  expect(await wait()).toMatchObject({ status: 'withdrawn' });
});

test('ends a wait for a held question after 20 seconds at most', async () => {
  await using inbox = await testInbox();
  const { id, wait, answer } = await held(inbox);
  using within = spyOn(Waiter.prototype, 'within');
  const waiting = [wait(30_000), wait(10_000)];
  await waits(inbox, id, 2);
  expect(within.mock.calls.map(([timeoutMs]) => timeoutMs)).toEqual([20_000, 10_000]);
  await answer();
  await Promise.all(waiting);
});

test('is not held by others who wait', async () => {
  await using inbox = await testInbox();
  const { channel, wait, status } = await held(inbox);
  inbox.clock.advance(20 * SECOND);
  for (const by of [keyOf('k2', channel), agentOf(channel), inbox.owner, inbox.agent] as const) {
    expect(await wait(0, { by: by as never })).toEqual({ status: 'timeout' });
  }
  inbox.clock.advance(10 * SECOND);
  expect(await status()).toBe('withdrawn');
});

test('withdraws a question 2 seconds after the connection of its holder has closed', async () => {
  await using inbox = await testInbox();
  const { id, wait, status } = await held(inbox);
  const client = new AbortController();
  const waiting = wait(20_000, { signal: client.signal });
  await waits(inbox, id);
  client.abort();
  expect(await waiting).toEqual({ status: 'timeout' });
  inbox.clock.advance(2 * SECOND - 1);
  expect(await status()).toBe('pending');
  inbox.clock.advance(1);
  expect(await status()).toBe('withdrawn');
});

test('keeps a question whose holder has closed a connection that another has replaced', async () => {
  await using inbox = await testInbox();
  const source = { client: 'a', callId: 'c1' };
  const { id, wait, ask, status } = await held(inbox, { metadata: { source } });
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = wait(20_000, { signal: first.signal });
  await waits(inbox, id);
  expect((await ask()).created).toBe(false);
  first.abort();
  await waiting;
  inbox.clock.advance(29 * SECOND);
  expect(await status()).toBe('pending');

  const both = [wait(20_000), wait(20_000, { signal: second.signal })];
  await waits(inbox, id, 2);
  second.abort();
  await both[1];
  inbox.clock.advance(3 * SECOND);
  expect(await status()).toBe('pending');
  inbox.clock.advance(28 * SECOND);
  await settleExpired(inbox);
  expect(await both[0]).toMatchObject({ status: 'withdrawn' });
});

test('asks again for a call whose agent has gone', async () => {
  await using inbox = await testInbox();
  const { ask } = await held(inbox, { metadata: { source: { client: 'a', callId: 'c1' } } });
  inbox.clock.advance(30 * SECOND);
  expect((await ask()).created).toBe(true);
  expect((await ask()).created).toBe(false);
});

test('holds the question of a draft from its end', async () => {
  await using inbox = await testInbox();
  const draft = { streamId: 's', streamState: 'streaming' };
  const { asker, status } = await held(inbox, draft);
  inbox.clock.advance(40 * SECOND);
  expect(await status()).toBe('pending');
  await updateStream(inbox, asker, 's', { text: 'Go?', complete: true });
  inbox.clock.advance(29 * SECOND);
  expect(await status()).toBe('pending');
  inbox.clock.advance(1 * SECOND);
  expect(await status()).toBe('withdrawn');
});

test('expires a held question in its time, with its default', async () => {
  await using inbox = await testInbox();
  const { wait, status } = await held(inbox, {
    review: { expiresInSeconds: 20, default: { selectedOption: 'reject' } },
  });
  expect(await wait()).toEqual({ status: 'timeout' });
  inbox.clock.advance(20 * SECOND);
  expect(await status()).toBe('completed');
});

test('answers a held question while it is held, once', async () => {
  await using inbox = await testInbox();
  const { wait, answer, status } = await held(inbox);
  inbox.clock.advance(29 * SECOND);
  expect(await answer()).toMatchObject({ review: { status: 'completed' } });
  inbox.clock.advance(60 * SECOND);
  expect(await status()).toBe('completed');
  expect(await wait()).toMatchObject({ status: 'completed' });
});

test('gives all holders 30 seconds after the inbox was away, and none while it looks', async () => {
  await using inbox = await testInbox();
  const { status } = await held(inbox);
  inbox.expiry.lookedAt = 0;
  inbox.clock.advance(60 * SECOND);
  expect(await status()).toBe('pending');
  for (let seconds = 0; seconds < 30; seconds += 2) {
    expect(await status()).toBe('pending');
    inbox.clock.advance(2 * SECOND);
  }
  expect(await status()).toBe('withdrawn');
});

test('renews a lease that the server holds, until another has taken it', async () => {
  await using inbox = await testInbox();
  const { id, asker, status } = await held(inbox);
  const lease = await changeBy(inbox, asker, (change) => takeLease(change, id));
  const renewed = () => changeBy(inbox, asker, (change) => renewLease(change, id, lease ?? 0));
  for (let turn = 0; turn < 4; turn++) {
    inbox.clock.advance(20 * SECOND);
    expect(await renewed()).toBe(true);
  }
  await changeBy(inbox, asker, (change) => takeLease(change, id));
  expect(await renewed()).toBe(false);
  inbox.clock.advance(30 * SECOND);
  expect(await status()).toBe('withdrawn');
});

test('holds what the local secret asks', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await inbox.send({ review: { type: 'approval', hold: true } });
  const wait = () => waitForReview(inbox, inbox.agent, id, { channel: channelId, timeoutMs: 0 });
  inbox.clock.advance(29 * SECOND);
  expect(await wait()).toEqual({ status: 'timeout' });
  inbox.clock.advance(29 * SECOND);
  expect(await wait()).toEqual({ status: 'timeout' });
});

/** INBOX_RACES is how many there are; `bun run faults leases` runs 10,000. */
const RACES = Number(process.env.INBOX_RACES ?? 30);

type Held = Awaited<ReturnType<typeof held>>;
const acts = {
  repeats: ({ ask }: Held) => ask(),
  waits: ({ wait }: Held) => wait(),
  letsGo: ({ inbox, id }: Held) => letGo(inbox, id, 0),
  withdraws: ({ inbox, id, asker }: Held) => withdrawReview(inbox, asker, id),
  answers: ({ inbox, id }: Held) => answerReview(inbox, inbox.owner, id, yes),
  deletes: ({ inbox, id }: Held) => deleteMessage(inbox, inbox.owner, id),
  isGone: ({ inbox }: Held) => {
    inbox.clock.advance(30 * SECOND);
    return settleExpired(inbox);
  },
};
type Act = keyof typeof acts;
const keeps: Act[] = ['repeats', 'waits', 'letsGo'];

test(
  'gives a held question one end, and keeps it if its agent came back, whatever comes at the same time',
  async () => {
    await using inbox = await testInbox();
    const ends = new Map<string, string[]>();
    const note = (id: string, end: string) => ends.set(id, [...(ends.get(id) ?? []), end]);
    inbox.bus.on('review:responded', ({ id }) => note(id, 'completed'));
    inbox.bus.on('review:withdrawn', ({ messageId }) => note(messageId, 'withdrawn'));
    inbox.bus.on('review:expired', ({ messageId }) => note(messageId, 'expired'));
    const order = fc.shuffledSubarray(Object.keys(acts) as Act[], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(order, async (chosen) => {
        const metadata = { source: { client: 'a', callId: crypto.randomUUID() } };
        const question = await held(inbox, { metadata });
        await Promise.allSettled(chosen.map((act) => acts[act](question)));
        inbox.clock.advance(3 * SECOND);
        await settleExpired(inbox);
        const message = await findMessage(inbox.store.read, 'all', question.id);
        const status = message?.review?.status;
        const [end, ...others] = ends.get(question.id) ?? [];
        expect(others).toEqual([]);
        if (message) expect(status).toBe((end ?? 'pending') as never);
        const isKept =
          chosen.every((act) => keeps.includes(act)) && chosen.some((act) => act !== 'letsGo');
        if (isKept) expect(status).toBe('pending');
        const audited = await inbox.store.read
          .selectFrom('audit')
          .select('action')
          .where('subjectId', '=', question.id)
          .where('action', 'in', ['review.answered', 'review.withdrawn'])
          .execute();
        expect(audited).toHaveLength(end === undefined ? 0 : 1);
      }),
      { numRuns: RACES },
    );
  },
  60_000 + RACES * 200,
);
