import type { Message } from '../../core/messages/schema.ts';

/**
 * The latest to arrive may be older than what is held: a response can be overtaken by later events.
 * Events of a delivery or an expiry carry no seq: what they changed may look as old as what came.
 */
export function newerOf(held: Message | undefined, came: Message): Message {
  if (!held || held.seq < came.seq) return came;
  if (held.seq > came.seq) return held;
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
