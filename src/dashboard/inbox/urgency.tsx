import type { Message } from '../../core/messages/schema.ts';

const words = { high: 'High', critical: 'Critical' } as const;

/** A badge for what is more urgent than usual. */
export function UrgencyBadge({ review }: Pick<Message, 'review'>) {
  const urgency = review?.urgency;
  if (urgency !== 'high' && urgency !== 'critical') return null;
  return (
    <span className="urgency" data-urgency={urgency}>
      {words[urgency]}
      <span className="unseen"> urgency</span>
    </span>
  );
}
