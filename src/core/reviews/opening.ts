/** A question on a streamed draft opens when the draft has ended: nobody answers half a sentence. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { getWritten } from '../messages/stored.ts';
import { toTimestamp } from '../time.ts';
import { draftedReview, expireDrafted, openDrafted } from './table.ts';

/**
 * Within the change that ends a draft: opens its review, or expires one whose draft was aborted or
 * whose `expiresAt` has passed. Emits the message in its new state.
 */
export async function endDraftedReview(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { id, channelId, seq, streamState }: Message,
): Promise<Message> {
  const review = await draftedReview(tx, id);
  const expiredSeq = review ? await settle(inbox, tx, { id, seq, streamState }, review) : null;
  const message = await getWritten(tx, id);
  emit('message:updated', message, { seq });
  if (expiredSeq !== null) {
    const was = { pending: false };
    emit('review:expired', { messageId: id, channelId, was }, { seq: expiredSeq });
  }
  return message;
}

type Draft = Pick<Message, 'id' | 'seq' | 'streamState'>;
type Drafted = { expiresAt: string | null; expiresInSeconds: number };

/** Opens the review, or expires it and returns the number of that event. */
async function settle(inbox: Inbox, tx: Tx, draft: Draft, asked: Drafted): Promise<number | null> {
  const now = inbox.now();
  const at = toTimestamp(now);
  const expiresAt = asked.expiresAt ?? toTimestamp(now + asked.expiresInSeconds * 1000);
  if (draft.streamState === 'complete' && expiresAt > at) {
    await openDrafted(tx, draft.id, { expiresAt, openedAt: at, askedSeq: draft.seq });
    return null;
  }
  return expireDrafted(tx, draft.id, at);
}
