import { expect, test } from 'bun:test';
import { digestOf } from '../../../src/core/canonical.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const approve = { selectedOption: 'approve' };
const ask = { type: 'approval' } as const;

test('increases seq across the whole inbox with each change, even after a restart', async () => {
  await using inbox = await testInbox();
  const first = await inbox.send({ text: 'one' });
  const second = await inbox.send({ text: 'two', review: ask });
  expect(second.seq).toBeGreaterThan(first.seq);
  await ackMessage(inbox, inbox.agent, first.id);
  const acked = await getReviewless(inbox, first.id);
  expect(acked).toBeGreaterThan(second.seq);
  const again = await inbox.restart();
  const third = await again.send({ text: 'three' });
  expect(third.seq).toBeGreaterThan(acked);
  await deleteMessage(again, again.agent, third.id);
  const restarted = await again.restart();
  expect((await restarted.send({ text: 'four' })).seq).toBeGreaterThan(third.seq);
  await restarted.close();
});

const getReviewless = async (inbox: TestInbox, id: string) => {
  const row = await inbox.store.read
    .selectFrom('messages')
    .select('changeSeq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.changeSeq;
};

test('reuses the numbers of a failed change', async () => {
  await using inbox = await testInbox();
  const before = await inbox.send({ text: 'before' });
  const sent = await Promise.allSettled([
    inbox.send({ channelId: before.channelId, text: 'one' }),
    inbox.send({ channelId: before.channelId, text: 'none', attachmentIds: ['missing'] }),
    inbox.send({ channelId: before.channelId, text: 'two' }),
  ]);
  const seqs = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.seq] : []));
  expect(seqs).toEqual([before.seq + 1, before.seq + 2]);
});

async function streamed(inbox: TestInbox) {
  const { id: channelId } = await inbox.channel();
  const draft = await inbox.send({
    channelId,
    streamId: 'turn',
    streamState: 'streaming',
    text: 'Delete staging?',
    review: ask,
  });
  const opened = await updateStream(inbox, inbox.agent, 'turn', {
    text: 'Delete production?',
    complete: true,
  });
  return { draft, opened };
}

test('refuses an answer to a version from before the question opened, and stores nothing', async () => {
  await using inbox = await testInbox();
  const { draft, opened } = await streamed(inbox);
  const refused = answerReview(inbox, inbox.owner, draft.id, approve, draft.seq);
  expect(refused).rejects.toMatchObject({
    code: 'conflict',
    message: 'This question has changed since you read it. Read it again',
    details: { status: 'pending', seq: opened.seq },
  });
  await refused.catch(() => {});
  expect(await getReview(inbox, inbox.owner, draft.id)).toEqual(opened as never);
});

test('ignores changes outside the question, but refuses a seq in the future', async () => {
  await using inbox = await testInbox();
  const { opened } = await streamed(inbox);
  await ackMessage(inbox, inbox.agent, opened.id);
  const later = answerReview(inbox, inbox.owner, opened.id, approve, opened.seq + 2);
  expect(later).rejects.toMatchObject({ code: 'conflict' });
  await later.catch(() => {});
  const answered = await answerReview(inbox, inbox.owner, opened.id, approve, opened.seq);
  expect(answered.review?.status).toBe('completed');
});

test('records digests of the question as shown and of the answer in the audit log, but no text', async () => {
  await using inbox = await testInbox();
  const { id, channelId, text, review } = await inbox.send({
    text: 'Log in where?',
    review: {
      type: 'form',
      payload: { fields: [{ name: 'pin', label: 'PIN', type: 'password' }] },
    },
  });
  await answerReview(inbox, inbox.owner, id, { pin: '1234' });
  const entries = await inbox.store.read.selectFrom('audit').selectAll().execute();
  const entry = entries.find(({ action }) => action === 'review.answered');
  expect(entry).toMatchObject({ actorKind: 'local', actorId: inbox.owner.userId, subjectId: id });
  expect(JSON.parse(entry?.detail ?? '')).toEqual({
    channelId,
    type: 'form',
    questionDigest: digestOf({ text, payload: review?.payload, attachments: [] }),
    answerDigest: digestOf({ pin: '***' }),
    rules: 1,
    verdict: 'other',
    answeredBy: expect.objectContaining({ id: inbox.owner.userId, credential: 'local' }),
    respondedAt: expect.any(String),
  });
  expect(JSON.stringify(entries)).not.toContain('Log in where?');
  const row = await inbox.store.read.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  expect(row.answerDigest).toBe(digestOf({ pin: '***' }));
});

test('refuses to move the files of a pending question to another message', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const stored = await givenFile(inbox, { channelId });
  const uploaded = await givenFile(inbox, { channelId, verb: uploadFile });
  const attachmentIds = [stored.id, uploaded.id];
  const asked = await inbox.send({ channelId, text: 'Publish these?', attachmentIds, review: ask });
  for (const id of attachmentIds) {
    const moved = inbox.send({ channelId, text: 'Mine now', attachmentIds: [id] });
    expect(moved).rejects.toMatchObject({ code: 'invalid' });
    await moved.catch(() => {});
  }
  expect(await getReview(inbox, inbox.owner, asked.id)).toEqual(asked as never);
});
