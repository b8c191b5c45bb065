import type { Message } from '../../core/messages/schema.ts';

/**
 * What came last may be older than what is held: an answer is overtaken by news of what followed.
 * News of a delivery or an expiry name no time: what they changed may look as old as what came.
 */
export function newerOf(held: Message | undefined, came: Message): Message {
  if (!held || held.updatedAt < came.updatedAt) return came;
  if (held.updatedAt > came.updatedAt) return held;
  const { deliveryStatus, review } = held;
  return {
    ...came,
    ...(deliveryStatus !== 'sent' && { deliveryStatus }),
    ...(review?.status === 'expired' && { review }),
  };
}
