import { expect, test } from 'bun:test';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { sweepMessages } from '../../../src/core/messages/retention.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';
import { randomLetters } from '../../support/machine/random.ts';

const DAY = 86_400_000;
const ask = { type: 'approval', payload: {}, expiresInSeconds: 30_000_000 } as const;

const texts = async (inbox: TestInbox) => {
  const { data } = await listMessages(inbox, inbox.owner, ListMessages.parse({ limit: 100 }));
  return data.map(({ text }) => text).sort();
};

test('deletes ended messages after their time, and keeps what can still be answered', async () => {
  await using inbox = await testInbox({ retentionMs: 180 * DAY });
  const { id: channelId } = await inbox.channel();
  const send = (text: string, more: object = {}) => inbox.send({ channelId, text, ...more });
  const plain = await send('plain');
  const answered = await send('answered', { review: ask });
  await answerReview(inbox, inbox.owner, answered.id, { selectedOption: 'approve' });
  await send('expired', { review: { ...ask, expiresInSeconds: 60 } });
  const touched = await send('touched');
  await send('pending', { review: ask });
  await send('draft', { streamId: 's', streamState: 'streaming', review: ask });
  const retracted = await send('retracted', { review: ask });
  await deleteMessage(inbox, inbox.agent, retracted.id);

  inbox.clock.advance(100 * DAY);
  await texts(inbox);
  await ackMessage(inbox, inbox.agent, touched.id);
  await send('recent');
  await sweepMessages(inbox);
  expect(await texts(inbox)).toHaveLength(7);

  inbox.clock.advance(81 * DAY);
  const received = recordEvents(inbox);
  await sweepMessages(inbox);
  expect(await texts(inbox)).toEqual(['draft', 'expired', 'pending', 'recent', 'touched']);
  // Where the machine is busy, in more than one slice.
  const gone = received.flatMap(({ name, payload }) =>
    name === 'messages:pruned' && 'ids' in payload ? payload.ids : [name],
  );
  expect(gone).toEqual([plain.id, answered.id]);
  expect(await inbox.store.read.selectFrom('retracted').selectAll().execute()).toEqual([]);
  const entries = await inbox.store.read.selectFrom('audit').selectAll().execute();
  const pruned = entries.filter(({ action }) => action === 'messages.pruned');
  expect(pruned.map(({ detail }) => JSON.parse(detail).count)).toEqual([2]);

  inbox.clock.advance(100 * DAY);
  await sweepMessages(inbox);
  expect(await texts(inbox)).toEqual(['draft', 'pending']);
});

test('deletes many messages in batches', async () => {
  await using inbox = await testInbox({ retentionMs: DAY });
  const { id: channelId } = await inbox.channel();
  await Promise.all(Array.from({ length: 250 }, (_, n) => inbox.send({ channelId, text: `${n}` })));
  inbox.clock.advance(2 * DAY);
  const before = inbox.store.commits().groupsOf.reduce((sum, count) => sum + count, 0);
  await sweepMessages(inbox);
  const after = inbox.store.commits().groupsOf.reduce((sum, count) => sum + count, 0);
  expect(await texts(inbox)).toEqual([]);
  expect(after - before).toBeGreaterThanOrEqual(13);
});

test('deletes few messages at a time if their texts are long', async () => {
  await using inbox = await testInbox({ retentionMs: DAY });
  const { id: channelId } = await inbox.channel();
  const long = Array.from({ length: 20 }, (_, n) => randomLetters(8000, n));
  await Promise.all(long.map((text) => inbox.send({ channelId, text })));
  inbox.clock.advance(2 * DAY);
  const received = recordEvents(inbox);
  await sweepMessages(inbox);
  expect(await texts(inbox)).toEqual([]);
  expect(received.length).toBeGreaterThan(2);
});

test('deletes nothing without the setting', async () => {
  await using inbox = await testInbox();
  await inbox.send({ text: 'old' });
  inbox.clock.advance(10_000 * DAY);
  await sweepMessages(inbox);
  expect(await texts(inbox)).toEqual(['old']);
});
