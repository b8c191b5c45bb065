import { useEffect, useRef } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { Moment } from '../look/moment.tsx';
import { ReachLine } from './reach-line.tsx';
import { MoreOfSession, Source } from './source.tsx';
import { UrgencyBadge } from './urgency.tsx';

/** Takes the focus as its question opens: keys work, and a screen reader reads on from here. */
export function QuestionTitle({ as: Title, children }: { as: 'h1' | 'h2'; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // With the next frame, which lays the page out anyway: to take the focus needs that.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isElsewhere = activeElement?.closest('[role="dialog"], input, textarea, .navigation');
      if (!isElsewhere) title.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Title id="question-title" ref={title} tabIndex={-1} className="question-title">
      <bdi>{children}</bdi>
    </Title>
  );
}

/** The default answer of a question, and when it is given. */
function AnswersItself({ review }: { review: Review }) {
  if (!isOpen(review) || !review.default) return null;
  return (
    <p>
      Answers itself with “<bdi>{answerLine({ ...review, response: review.default })}</bdi>” at{' '}
      <Moment at={review.expiresAt} />
      {review.defaultReason && (
        <>
          : <bdi>{review.defaultReason}</bdi>
        </>
      )}
    </p>
  );
}

/** When it was asked, what it takes to answer, and who was notified. */
export const Context = ({ message }: { message: Message }) => {
  const { id, createdAt, review } = message;
  return (
    <div className="meta question-context">
      <Source message={message} />
      <UrgencyBadge review={review} /> asked {review?.lowered && 'as critical '}
      <Moment at={createdAt} />
      {review && (
        <>
          <span aria-hidden="true"> · </span>
          {kindWord(review.type).toLowerCase()}
          <span aria-hidden="true"> · </span>
          <ReachLine id={id} review={review} />
          <AnswersItself review={review} />
        </>
      )}
      <MoreOfSession message={message} />
    </div>
  );
};
