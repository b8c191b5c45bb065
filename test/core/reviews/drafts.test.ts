import { expect, test } from 'bun:test';
import {
  ListMessages,
  type SendMessage,
  type UpdateStream,
} from '../../../src/core/messages/schema.ts';
import { abortAbandoned, updateStream } from '../../../src/core/messages/streams.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';

const approve = { selectedOption: 'approve' };

async function draft(inbox: TestInbox, review: Partial<SendMessage['review']> = {}) {
  const { id: channelId } = await inbox.channel();
  return inbox.send({
    channelId,
    streamId: 'turn',
    streamState: 'streaming',
    text: 'Delete sta',
    review: { type: 'approval', ...review },
  });
}

const update = (inbox: TestInbox, input: UpdateStream) =>
  updateStream(inbox, inbox.agent, 'turn', input);
const finish = (inbox: TestInbox) => update(inbox, { text: 'Delete staging?', complete: true });

test('neither lists, counts nor accepts an answer to a question on a draft', async () => {
  await using inbox = await testInbox();
  const { id, review } = await draft(inbox);
  expect(review).toMatchObject({ status: 'pending', openedAt: null, expiresAt: null });
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
  const pending = ListMessages.parse({ review: 'pending' });
  expect((await listMessages(inbox, inbox.owner, pending)).data).toEqual([]);
  const any = ListMessages.parse({ review: 'any' });
  expect((await listMessages(inbox, inbox.owner, any)).data).toHaveLength(1);
  const early = answerReview(inbox, inbox.owner, id, approve);
  expect(early).rejects.toMatchObject({
    code: 'conflict',
    message: 'This question is still being written',
    details: { status: 'pending' },
  });
});

test('opens the question when the draft ends, and counts its time from there', async () => {
  await using inbox = await testInbox();
  const { id } = await draft(inbox, { expiresInSeconds: 60 });
  inbox.clock.advance(120_000);
  await settleExpired(inbox);
  const received = recordEvents(inbox);
  const opened = await finish(inbox);
  expect(opened.review).toMatchObject({
    status: 'pending',
    openedAt: '2030-01-02T12:02:00.000Z',
    expiresAt: '2030-01-02T12:03:00.000Z',
  });
  expect(received).toEqual([{ name: 'message:updated', payload: opened }]);
  expect((await listPending(inbox, inbox.owner)).data.map((one) => one.id)).toEqual([id]);
  inbox.clock.advance(60_000);
  expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('expired');
});

test('waits on a draft until its question is answered', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await draft(inbox);
  const waiting = waitForReview(inbox, inbox.agent, id, { channel: channelId, timeoutMs: 30_000 });
  await finish(inbox);
  await answerReview(inbox, inbox.owner, id, approve);
  expect(await waiting).toMatchObject({ status: 'completed' });
});

test('expires the question immediately when its absolute time has passed at the end', async () => {
  await using inbox = await testInbox();
  await draft(inbox, { expiresAt: '2030-01-02T12:01:00Z' });
  inbox.clock.advance(61_000);
  const received = recordEvents(inbox);
  expect((await finish(inbox)).review).toMatchObject({ status: 'expired', openedAt: null });
  expect(received.map(({ name }) => name)).toEqual(['message:updated', 'review:expired']);
});

for (const [how, abort] of [
  ['the agent', (inbox: TestInbox) => update(inbox, { text: 'Delete', streamState: 'aborted' })],
  [
    'silence',
    async (inbox: TestInbox) => {
      inbox.clock.advance(5 * 60_000);
      await abortAbandoned(inbox);
    },
  ],
] as const) {
  test(`expires the question of a draft aborted by ${how}`, async () => {
    await using inbox = await testInbox();
    const { id, channelId } = await draft(inbox);
    const received = recordEvents(inbox);
    await abort(inbox);
    expect(received.map(({ name }) => name)).toEqual(['message:updated', 'review:expired']);
    expect(received[1]?.payload).toEqual({ messageId: id, channelId, was: { pending: false } });
    expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('expired');
    expect(answerReview(inbox, inbox.owner, id, approve)).rejects.toMatchObject({
      details: { status: 'expired' },
    });
  });
}

test('refuses a change of the text once the question is open, before and after the answer', async () => {
  await using inbox = await testInbox();
  const { id } = await draft(inbox);
  await finish(inbox);
  const change = () => update(inbox, { text: 'Delete production?' });
  expect(change()).rejects.toMatchObject({ code: 'conflict' });
  const answered = await answerReview(inbox, inbox.owner, id, approve);
  expect(change()).rejects.toMatchObject({ code: 'conflict' });
  expect(await getReview(inbox, inbox.owner, id)).toEqual(answered as never);
});
