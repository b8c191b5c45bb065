import { useEffect, useRef } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import { Moment } from '../look/moment.tsx';
import { ReachLine } from './reach-line.tsx';
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

/** When it was asked, what it takes to answer, and who was notified. */
export const Context = ({ message: { id, createdAt, review } }: { message: Message }) => (
  <div className="meta question-context">
    <UrgencyBadge review={review} /> asked <Moment at={createdAt} />
    {review && (
      <>
        <span aria-hidden="true"> · </span>
        {kindWord(review.type).toLowerCase()}
        <span aria-hidden="true"> · </span>
        <ReachLine id={id} review={review} />
      </>
    )}
  </div>
);
