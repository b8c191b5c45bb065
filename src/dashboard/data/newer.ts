import type { Message } from '../../core/messages/schema.ts';

/**
 * What came last may be older than what is held: an answer is overtaken by later events.
 * Events of a delivery or an expiry have no time: what they changed may look as old as what came.
 */
export function newerOf(held: Message | undefined, came: Message): Message {
  if (!held || held.updatedAt < came.updatedAt) return came;
  if (held.updatedAt > came.updatedAt) return held;
  const { deliveryStatus, review } = held;
  return {
    ...(came.truncated && !held.truncated ? uncut(came, held) : came),
    ...(deliveryStatus !== 'sent' && { deliveryStatus }),
    ...(review?.status === 'expired' && { review }),
  };
}

/** A list cuts long messages: what was read whole stays whole. */
const uncut = (cut: Message, { text, review }: Message): Message => ({
  ...cut,
  ...{ text, truncated: false },
  review: cut.review && { ...cut.review, payload: review?.payload ?? cut.review.payload },
});
