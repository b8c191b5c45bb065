import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import type { Agent } from '../../../src/core/access/callers.ts';
import { announceExpired } from '../../../src/core/access/expiry.ts';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { rotateKey } from '../../../src/core/access/rotate-key.ts';
import { deleteMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { withdrawOfEndedKeys, withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { nextEvent, recordEvents } from '../../support/inbox/events.ts';
import { agentOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';

const review = { type: 'approval', expiresInSeconds: 60 };
const yes = { selectedOption: 'approve' };
const reason = 'answered in the terminal';
const at = '2030-01-02T12:00:00.000Z';

/** A key, and the caller that has it. */
async function keyIn(inbox: TestInbox, expiresAt: string | null = null) {
  const made = await createKey(inbox, inbox.owner, { name: 'ci', channels: 'all', expiresAt });
  return { ...made, caller: await callerOf(inbox, made.key) };
}

async function callerOf(inbox: TestInbox, key: string): Promise<Agent> {
  const caller = await authenticate(inbox, key);
  if (caller?.kind !== 'agent') throw new Error('The key is not valid');
  return caller;
}

async function ask(inbox: TestInbox, caller: Agent, more: object = {}) {
  const { id: channelId } = await inbox.channel();
  return (await sendMessage(inbox, caller, SendMessage.parse({ channelId, review, ...more })))
    .message;
}

const withdrawals = (inbox: TestInbox) => entriesOf(inbox, { action: ['review.withdrawn'] });
const statusOf = async (inbox: TestInbox, id: string) =>
  (await getReview(inbox, inbox.owner, id)).review.status;

test('withdraws a question once, and reports it to its waits, clients, webhook and audit log', async () => {
  await using inbox = await testInbox();
  const asked = await inbox.send({ review, text: 'Ship it?', webhookUrl: 'https://hook.test/' });
  const { id, channelId } = asked;
  const waiting = waitForReview(inbox, inbox.agent, id, { channel: channelId, timeoutMs: 30_000 });
  const received = recordEvents(inbox);
  const withdrawn = await withdrawReview(inbox, inbox.agent, id, { reason });
  expect(withdrawn.review).toMatchObject({
    status: 'withdrawn',
    withdrawn: { why: reason, at },
    automatic: false,
    response: null,
    respondedBy: null,
  });
  expect(withdrawn).toMatchObject({ text: 'Ship it?' });
  expect(await waiting).toEqual({ status: 'withdrawn', message: withdrawn });
  expect(received.filter(({ name }) => name === 'review:withdrawn')).toEqual([
    {
      name: 'review:withdrawn',
      payload: {
        messageId: id,
        channelId,
        why: reason,
        at,
        was: { pending: true },
        message: withdrawn,
      },
    },
  ]);
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
  inbox.clock.advance(1000);
  const again = await withdrawReview(inbox, inbox.agent, id, { reason: 'another' });
  expect(again.review?.withdrawn).toEqual({ why: reason, at });
  expect(received.filter(({ name }) => name === 'review:withdrawn')).toHaveLength(1);
  expect((await withdrawals(inbox)).map(({ actor, detail }) => [actor.kind, detail])).toEqual([
    ['local', { channelId, type: 'approval' }],
  ]);
  const rows = await inbox.store.read.selectFrom('deliveries').selectAll().execute();
  expect(rows.map(({ body }) => JSON.parse(body))).toEqual([
    {
      event: 'review:withdrawn',
      channelId,
      message_id: id,
      review_type: 'approval',
      why: reason,
      at,
      was: { pending: true },
    },
  ]);
});

test('refuses to withdraw for anyone but the key that asked', async () => {
  await using inbox = await testInbox();
  const key = await keyIn(inbox);
  const other = await keyIn(inbox);
  const { id } = await ask(inbox, key.caller);
  const local = await inbox.send({ review });
  const refusals = [
    [inbox.owner, id, 'forbidden'],
    [inbox.agent, id, 'forbidden'],
    [other.caller, id, 'forbidden'],
    [key.caller, local.id, 'forbidden'],
    [agentOf(local.channelId), id, 'not_found'],
    [key.caller, 'unknown', 'not_found'],
    [inbox.agent, (await inbox.send({ text: 'No question' })).id, 'not_found'],
  ] as const;
  for (const [caller, question, code] of refusals) {
    const refused = await withdrawReview(inbox, caller, question).catch((error) => error);
    expect([refused.code, question]).toEqual([code, question]);
  }
  expect(await statusOf(inbox, id)).toBe('pending');
  expect((await withdrawReview(inbox, key.caller, id)).review?.withdrawn).toEqual({
    why: null,
    at,
  });
});

test('refuses an answer to a withdrawn question with a sentence that says why', async () => {
  await using inbox = await testInbox();
  const { caller } = await keyIn(inbox);
  const sentences = [
    [inbox.agent, reason, `This question was withdrawn. Its agent says: ${reason}`],
    [inbox.agent, '', 'This question was withdrawn by its agent'],
    [caller, reason, `This question was withdrawn. ci says: ${reason}`],
    [caller, undefined, 'This question was withdrawn by ci'],
  ] as const;
  for (const [by, why, sentence] of sentences) {
    const { id } = await ask(inbox, by);
    const { review: ended } = await withdrawReview(inbox, by, id, { reason: why });
    const refused = await answerReview(inbox, inbox.owner, id, yes).catch((error) => error);
    expect([refused.code, refused.message]).toEqual(['conflict', sentence]);
    expect(refused.details).toEqual({
      status: 'withdrawn',
      respondedAt: null,
      respondedBy: null,
      withdrawn: ended?.withdrawn,
    });
  }
});

test('refuses to withdraw what has ended otherwise, with how it ended', async () => {
  await using inbox = await testInbox();
  const answered = await inbox.send({ review });
  await answerReview(inbox, inbox.owner, answered.id, yes);
  const expired = await inbox.send({ review });
  const retracted = await inbox.send({ review });
  await deleteMessage(inbox, inbox.owner, retracted.id);
  inbox.clock.advance(60_000);
  const codes = [answered, expired, retracted].map(async ({ id }) => {
    const { code, details } = await withdrawReview(inbox, inbox.agent, id).catch((error) => error);
    return [code, details?.status];
  });
  expect(await Promise.all(codes)).toEqual([
    ['conflict', 'completed'],
    ['conflict', 'expired'],
    ['not_found', undefined],
  ]);
});

test('neither expires a withdrawn question nor gives its default', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send({ review: { ...review, default: yes } });
  await withdrawReview(inbox, inbox.agent, id);
  inbox.clock.advance(60_000);
  await settleExpired(inbox);
  expect((await getReview(inbox, inbox.owner, id)).review).toMatchObject({
    status: 'withdrawn',
    response: null,
    automatic: false,
  });
});

test('never opens the question of a draft that was withdrawn', async () => {
  await using inbox = await testInbox();
  const draft = { streamId: 'turn', streamState: 'streaming' as const, text: 'Delete sta' };
  const { id } = await inbox.send({ ...draft, review });
  const event = nextEvent(inbox, 'review:withdrawn');
  await withdrawReview(inbox, inbox.agent, id);
  expect((await event).was).toEqual({ pending: false });
  const received = recordEvents(inbox);
  const end = { text: 'Delete staging?', complete: true };
  expect((await updateStream(inbox, inbox.agent, 'turn', end)).review).toMatchObject({
    status: 'withdrawn',
    openedAt: null,
  });
  expect(received.map(({ name }) => name)).toEqual(['message:updated']);
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
});

test('lists withdrawn questions among themselves, the latest first', async () => {
  await using inbox = await testInbox();
  const ids: string[] = [];
  for (const type of ['approval', 'freeform', 'approval']) {
    const { id } = await inbox.send({ review: { type, payload: {} } });
    await withdrawReview(inbox, inbox.agent, id);
    ids.unshift(id);
    inbox.clock.advance(1000);
  }
  const list = async (query: object) => {
    const parsed = ListMessages.parse({ review: 'withdrawn', order: 'ended', ...query });
    return (await listMessages(inbox, inbox.owner, parsed)).data.map(({ id }) => id);
  };
  expect(await list({})).toEqual(ids);
  expect(await list({ type: ['freeform'] })).toEqual(ids.slice(1, 2));
  expect(await list({ to: '2030-01-02T12:00:01Z' })).toEqual(ids.slice(2));
  expect(await list({ review: 'completed' })).toEqual([]);
});

test('withdraws everything that a key still asks when it is revoked', async () => {
  await using inbox = await testInbox();
  const key = await keyIn(inbox);
  const ids = [];
  for (let n = 0; n < 30; n++) ids.push((await ask(inbox, key.caller)).id);
  const draft = { streamId: 'turn', streamState: 'streaming', text: 'Delete sta' };
  ids.push((await ask(inbox, key.caller, draft)).id);
  const answered = await ask(inbox, key.caller);
  await answerReview(inbox, inbox.owner, answered.id, yes);
  const other = await inbox.send({ review });
  await revokeKey(inbox, inbox.owner, key.id);
  await withdrawOfEndedKeys(inbox);
  for (const id of ids) {
    const { review: ended } = await getReview(inbox, inbox.owner, id);
    expect(ended).toMatchObject({
      status: 'withdrawn',
      withdrawn: { why: 'its key was ended', at },
      automatic: true,
    });
  }
  expect(await statusOf(inbox, answered.id)).toBe('completed');
  expect(await statusOf(inbox, other.id)).toBe('pending');
  const refused = await answerReview(inbox, inbox.owner, ids[0] ?? '', yes).catch((error) => error);
  expect(refused.message).toBe('This question was withdrawn: its key was ended');
  const entries = await withdrawals(inbox);
  expect(entries).toHaveLength(31);
  expect(entries[0]).toMatchObject({
    actor: { kind: 'system' },
    detail: { why: 'its key was ended' },
  });
});

test('withdraws what an expired key asks, even one that expired while the inbox was closed', async () => {
  await using first = await testInbox();
  const soon = '2030-01-02T12:00:10.000Z';
  const { caller } = await keyIn(first, soon);
  const { id } = await ask(first, caller);
  const { id: later } = await ask(first, (await keyIn(first, '2030-01-02T12:00:30Z')).caller);
  first.clock.at(soon);
  await announceExpired(first, first.clock.now() - 1000, first.clock.now());
  expect([await statusOf(first, id), await statusOf(first, later)]).toEqual([
    'withdrawn',
    'pending',
  ]);
  first.clock.advance(30_000);
  await using inbox = await first.restart();
  await withdrawOfEndedKeys(inbox);
  expect(await statusOf(inbox, later)).toBe('withdrawn');
});

test('leaves what a rotated key has asked to the key that replaces it', async () => {
  await using inbox = await testInbox();
  const old = await keyIn(inbox);
  const [one, other, third] = [
    await ask(inbox, old.caller),
    await ask(inbox, old.caller),
    await ask(inbox, old.caller),
  ];
  const next = await rotateKey(inbox, inbox.owner, old.id, {
    oldExpiresAt: '2030-01-02T12:00:10Z',
  });
  const caller = await callerOf(inbox, next.key);
  await withdrawReview(inbox, caller, one.id);
  await withdrawReview(inbox, old.caller, other.id);
  inbox.clock.advance(10_000);
  await announceExpired(inbox, inbox.clock.now() - 1000, inbox.clock.now());
  expect(await statusOf(inbox, third.id)).toBe('pending');
  const last = await rotateKey(inbox, inbox.owner, next.id, { oldExpiresAt: null });
  await revokeKey(inbox, inbox.owner, last.id);
  expect(await statusOf(inbox, third.id)).toBe('pending');
  await revokeKey(inbox, inbox.owner, next.id);
  expect(await statusOf(inbox, third.id)).toBe('withdrawn');
});
