/** A question on a streamed draft opens when the draft has ended: nobody answers half a sentence. */
import type { Caller } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { fromJson, toJson } from '../json.ts';
import type { Message } from '../messages/schema.ts';
import { getWritten } from '../messages/stored.ts';
import { planNotices } from '../notify/ask.ts';
import type { Urgency } from '../notify/names.ts';
import { withReachWithin } from '../notify/reach.ts';
import type { Notify } from '../notify/schema.ts';
import { toTimestamp } from '../time.ts';
import { heldFrom } from './holding.ts';
import { takeUrgency } from './lowering.ts';
import { draftedReview, expireDrafted, openDrafted } from './table.ts';

/**
 * Opens the review of a draft that has ended, or expires one whose draft was aborted or whose
 * `expiresAt` has passed. Emits the message in its new state. `by` is who ended it.
 */
export async function endDraftedReview(
  change: Change,
  { id, channelId, seq, streamState }: Message,
  by?: Caller,
): Promise<Message> {
  const { tx, emit } = change;
  const review = await draftedReview(tx, id);
  const draft = { id, channelId, seq, streamState };
  const expiredSeq = review ? await settle(change, draft, review) : null;
  const message = await withReachWithin(change, await getWritten(tx, id));
  emit('message:updated', message, { seq, by });
  if (expiredSeq !== null) {
    const was = { pending: false };
    emit('review:expired', { messageId: id, channelId, was }, { seq: expiredSeq, by });
  }
  return message;
}

type Draft = Pick<Message, 'id' | 'channelId' | 'seq' | 'streamState'>;
type Drafted = NonNullable<Awaited<ReturnType<typeof draftedReview>>>;

/** Opens the review, or expires it and returns the number of that event. */
async function settle(
  change: Change,
  { id, channelId, seq, streamState }: Draft,
  asked: Drafted,
): Promise<number | null> {
  const now = change.inbox.now();
  const at = toTimestamp(now);
  const expiresAt = asked.expiresAt ?? toTimestamp(now + asked.expiresInSeconds * 1000);
  if (streamState !== 'complete' || expiresAt <= at) return expireDrafted(change, id, at);
  const { askedBy } = asked;
  const judged = await takeUrgency(change, {
    channelId,
    askedBy,
    urgency: asked.urgency as Urgency,
  });
  const { urgency } = judged;
  const lowered = judged.lowered || asked.lowered === 1;
  const notify = toNotify(asked.notify);
  const opening = { messageId: id, channelId, urgency, lowered, expiresAt, notify };
  const reach = await planNotices(change, opening);
  await openDrafted(change, id, {
    expiresAt,
    openedAt: at,
    heldUntil: asked.lease === null ? null : heldFrom(now),
    askedSeq: seq,
    reach: toJson(reach),
    urgency,
    lowered: Number(lowered),
  });
  return null;
}

/** Whom it is for. That nobody can be reached was refused when it was asked, if at all. */
function toNotify(text: string | null): Notify | null {
  const notify: Notify | null = fromJson(text);
  return notify && { ...notify, require: false };
}
