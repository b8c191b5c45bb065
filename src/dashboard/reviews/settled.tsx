import type { ReactNode } from 'react';
import { shownName } from '../../core/access/people.ts';
import { endedAt, RAN_LINE, withdrawnLine } from '../../core/reviews/ended.ts';
import { kindWord, wordsOf } from '../../core/reviews/kinds/words.ts';
import { when } from '../look/clock.ts';
import { Check, Clock, Returned } from '../look/icons.tsx';
import { Moment } from '../look/moment.tsx';
import type { Asked } from './asked.ts';
import { Chosen } from './chosen.tsx';
import type { AnsweredProps } from './kind.ts';
import { rendererOf } from './kinds.tsx';
import { isLocalAnswer, NOT_LOGGED_IN, openSpan } from './when.ts';
import { Written } from './written.tsx';

type SettledProps = {
  message: Asked;
  /** Who had opened a question that expired, if the page shows it. */
  openers?: ReactNode;
};

/** How a question ended: who answered it, when and with what; or that nobody did. */
export function Settled({ message, openers }: SettledProps) {
  const { review } = message;
  if (review.withdrawn) {
    const { at } = review.withdrawn;
    return (
      <div className="review-card review-settled">
        <p className="meta review-settled-head">
          <Returned size={14} /> {kindWord(review.type)} · withdrawn <Moment at={at} />
        </p>
        <p>
          <bdi>{withdrawnLine(review)}</bdi>.{openFor(review)}
          {openers}
        </p>
        <WasAsked review={review} />
        <Written id={message.id} />
      </div>
    );
  }
  if (review.status === 'expired' || !review.response) {
    return (
      <div className="review-card review-settled">
        <p className="meta review-settled-head">
          <Clock size={14} /> {kindWord(review.type)} · expired{' '}
          {review.expiresAt && <Moment at={review.expiresAt} />}
        </p>
        <p>
          Nobody answered in time.{openFor(review)}
          {openers}
        </p>
        <WasAsked review={review} />
        <Written id={message.id} />
      </div>
    );
  }
  return (
    <div className="review-card review-settled">
      <p className="meta review-settled-head">
        <Check size={14} /> {kindWord(review.type)} · answered{' '}
        {review.respondedAt && <Moment at={review.respondedAt} />}
        {review.automatic && ' automatically'}
        {review.respondedBy && (
          <>
            {' '}
            by <bdi>{shownName(review.respondedBy)}</bdi>
          </>
        )}
      </p>
      {review.automatic && (
        <p className="meta is-warning review-settled-head">
          Nobody answered in time. This is the default that the agent set
          {review.defaultReason && (
            <>
              : <bdi>{review.defaultReason}</bdi>
            </>
          )}
        </p>
      )}
      {review.ranAt && (
        <p className="meta is-warning review-settled-head">
          {RAN_LINE} <Moment at={review.ranAt} />
        </p>
      )}
      {isLocalAnswer(review.respondedBy) && (
        <p className="meta is-warning review-settled-head">Answered {NOT_LOGGED_IN}</p>
      )}
      <Answer review={review} response={review.response} />
      <Written id={message.id} />
    </div>
  );
}

/** The rest of a question that ended without an answer, which would show what was asked. */
function WasAsked({ review: { type, payload } }: Pick<Asked, 'review'>) {
  const { read, subject } = wordsOf(type);
  const parts = subject ? [] : (read?.(payload) ?? []);
  return [...new Set(parts)]
    .filter((part) => part.trim() !== '' && part !== payload.title)
    .map((part) => (
      <p key={part} className="review-text">
        {part}
      </p>
    ));
}

function openFor(review: Asked['review']): string {
  const [from, to] = [review.openedAt, endedAt(review)];
  const span = openSpan(review);
  if (!from || !to || span === null) return '';
  return ` It was pending for ${span}, from ${when(from)} to ${when(to)}.`;
}

function Answer(props: AnsweredProps): ReactNode {
  const { Answered } = rendererOf(props.review.type);
  return props.response._dismissed === true ? <Chosen {...props} /> : <Answered {...props} />;
}
