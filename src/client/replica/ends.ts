/** Which events end a question, and why. */
import type { EventPayload, LiveEvent, LiveName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';

export type End = {
  /** Returns whether it is the end of this question. */
  isOf: (asked: Pick<Message, 'id' | 'channelId'>) => boolean;
} & (
  | { how: 'answered'; message: Message & { review: Review } }
  | { how: 'expired' }
  | { how: 'withdrawn'; review: Review }
  | { how: 'retracted' }
  | { how: 'channel removed' }
);

type Rules = { [Name in LiveName]?: (payload: EventPayload<Name>) => End | undefined };

/** Returns undefined if the event ends no question. */
export const endOf = <Name extends LiveName>(event: LiveEvent<Name>): End | undefined =>
  rules[event.name]?.(event.payload);

/** A message that was created or changed long ago arrives as it is now. */
function inMessage(message: Message): End | undefined {
  const { review } = message;
  const isOf = ({ id }: { id: string }) => id === message.id;
  if (review?.status === 'completed')
    return { isOf, how: 'answered', message: { ...message, review } };
  if (review?.status === 'withdrawn') return { isOf, how: 'withdrawn', review };
  return review?.status === 'expired' ? { isOf, how: 'expired' } : undefined;
}

// Pruned messages are missing: their questions had ended before.
const rules: Rules = {
  'message:created': inMessage,
  'message:updated': inMessage,
  'review:responded': inMessage,
  'review:expired': ({ messageId }) => ({ isOf: ({ id }) => id === messageId, how: 'expired' }),
  'review:withdrawn': ({ message }) => inMessage(message),
  'message:deleted': (gone) => ({ isOf: ({ id }) => id === gone.id, how: 'retracted' }),
  'agent:deleted': (gone) => ({
    isOf: ({ channelId }) => channelId === gone.id,
    how: 'channel removed',
  }),
};
