import { useState } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { useMe } from '../data/session.ts';
import { howItEnded } from '../outbox/notices.tsx';
import { isLocalAnswer, whoAndWhen } from '../reviews/when.ts';

/** Says who ended the question while it was open here, and how. */
export function Elsewhere({ message }: { message: Message }) {
  const { review } = message;
  const me = useMe();
  const [wasPending] = useState(isOpen(review));
  if (!wasPending || !review) return null;
  const by = review.respondedBy;
  const isMine = by?.id === me.id && !isLocalAnswer(by);
  return (
    <div role="status" className="question-elsewhere">
      {review.status === 'completed' && (
        <p>
          {isMine ? 'You answered this elsewhere' : whoAndWhen(review)}:{' '}
          <strong>{answerLine(review)}</strong>
        </p>
      )}
      {(review.status === 'expired' || review.status === 'withdrawn') && (
        <p>{howItEnded(message)}. It can no longer be answered.</p>
      )}
    </div>
  );
}
