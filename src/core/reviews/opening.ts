/** A question on a streamed draft is asked when the draft has ended: nobody answers half a sentence. */
import type { Tx } from '../../storage/open.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { findMessage } from '../messages/stored.ts';
import { toTimestamp } from '../time.ts';
import { draftedReview, endDraft } from './table.ts';

/**
 * Within the change that ends a draft: opens its review, or expires one whose draft was aborted or
 * whose `expiresAt` has passed. Emits the message as it is then.
 */
export async function endDraftedReview(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { id, channelId, seq, streamState }: Message,
): Promise<Message> {
  const review = await draftedReview(tx, id);
  if (review) {
    const now = inbox.now();
    const at = toTimestamp(now);
    const expiresAt = review.expiresAt ?? toTimestamp(now + review.expiresInSeconds * 1000);
    const opens = streamState === 'complete' && expiresAt > at;
    await endDraft(
      tx,
      id,
      opens
        ? { status: 'pending', expiresAt, openedAt: at, askedSeq: seq }
        : { status: 'expired', expiresAt: at, openedAt: null, askedSeq: null },
    );
  }
  const message = (await findMessage(tx, 'all', id)) as Message;
  emit('message:updated', message);
  if (message.review?.status === 'expired' && review) {
    emit('review:expired', { messageId: id, channelId });
  }
  return message;
}
