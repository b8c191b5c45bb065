/** Live events have the reach that a read has at that moment, with the users who watch the channel. */
import { expect, test } from 'bun:test';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { notePresence } from '../../../src/core/notify/presence.ts';
import type { Reach } from '../../../src/core/notify/schema.ts';
import { markRead } from '../../../src/core/reviews/reads.ts';
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
const watched = { watching: 1, warning: null };

/** An inbox that its owner has open, and the reaches that its live events had. */
async function watchedInbox() {
  const inbox = await testInbox();
  notePresence(inbox, 'socket', inbox.owner, { visible: true, focused: false, activeAt: null });
  const reaches: (Reach | undefined)[] = [];
  inbox.bus.on('message:created', (message) => reaches.push(message.review?.reach));
  inbox.bus.on('message:updated', (message) => reaches.push(message.review?.reach));
  inbox.bus.on('review:reach', ({ reach }) => reaches.push(reach));
  return Object.assign(inbox, { reaches });
}

const reachOf = async (inbox: Awaited<ReturnType<typeof watchedInbox>>, id: string) =>
  (await getReview(inbox, inbox.agent, id)).review.reach;

test('counts who watches in the event of a new question', async () => {
  await using inbox = await watchedInbox();
  const { id } = await inbox.send({ review });
  expect(inbox.reaches).toEqual([await reachOf(inbox, id)]);
  expect(inbox.reaches).toMatchObject([watched]);
});

test('counts who watches in the event of a question whose draft has ended', async () => {
  await using inbox = await watchedInbox();
  const draft = { streamId: 's1', streamState: 'streaming', text: 'Dep', review } as const;
  const { id } = await inbox.send(draft);
  await updateStream(inbox, inbox.agent, 's1', { text: 'Deploy?', complete: true });
  expect(inbox.reaches.at(-1)).toEqual(await reachOf(inbox, id));
  expect(inbox.reaches.at(-1)).toMatchObject(watched);
});

test('counts who watches in the event of a change of the reach', async () => {
  await using inbox = await watchedInbox();
  const { id } = await inbox.send({ review });
  await markRead(inbox, inbox.owner, id);
  expect(inbox.reaches.at(-1)).toEqual(await reachOf(inbox, id));
  expect(inbox.reaches.at(-1)).toMatchObject({ state: 'seen', ...watched });
});
