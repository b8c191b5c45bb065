/** Which events end a question, and why; the views hold what follows from it. */
import { expect, test } from 'bun:test';
import { isCounted } from '../../src/client/pending.ts';
import { endOf } from '../../src/client/replica/ends.ts';
import type { LiveEvent, LiveName } from '../../src/core/events.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { testInbox } from '../support/inbox/inbox.ts';

await using inbox = await testInbox();
const asked = await inbox.send({ text: 'Deploy?', review: { type: 'approval' } as never });
const other = await inbox.send({ text: 'And?', review: { type: 'approval' } as never });
const said = await inbox.send({ text: 'Done' });
const answered = await answerReview(inbox, inbox.owner, other.id, { selectedOption: 'approve' });
const expired = { ...asked, review: { ...asked.review, status: 'expired' } } as Message;
const { id, channelId } = asked;
const elsewhere = { ...asked, id: 'another', channelId: 'elsewhere' };

const events: [name: LiveName, payload: object, of: Message, how: string | undefined][] = [
  ['review:responded', answered, other, 'answered'],
  ['message:updated', answered, other, 'answered'],
  ['message:created', answered, other, 'answered'],
  ['message:updated', expired, asked, 'expired'],
  ['review:expired', { messageId: id, channelId }, asked, 'expired'],
  ['message:deleted', { id, channelId }, asked, 'retracted'],
  ['agent:deleted', { id: channelId }, asked, 'channel removed'],
  ['message:created', asked, asked, undefined],
  ['message:updated', said, said, undefined],
  ['message:delivery', { messageId: id, channelId, deliveryStatus: null }, asked, undefined],
  ['review:reach', { messageId: id, channelId, reach: null }, asked, undefined],
  ['review:read', { messageId: id, unread: false }, asked, undefined],
  ['messages:pruned', { channelId, before: '', ids: [id] }, asked, undefined],
  ['agent:updated', { id: channelId }, asked, undefined],
];

test.each(events)('%s %# ends the right question, and says why', (name, payload, of, how) => {
  const event = { name, payload, seq: 9 } as LiveEvent;
  const end = endOf(event);
  expect(end?.how).toBe(how as never);
  expect([end?.isOf(of) ?? false, end?.isOf(elsewhere) ?? false]).toEqual([
    how !== undefined,
    false,
  ]);
  // An end changes how many are pending, and so does a new or changed question.
  expect(isCounted(event)).toBe(how !== undefined || payload === asked);
});

test('returns the question with the answer that ended it', () => {
  const end = endOf({ name: 'review:responded', payload: answered, seq: 9 } as LiveEvent);
  expect(end?.how === 'answered' && end.message.review.response).toEqual({
    selectedOption: 'approve',
  });
});
