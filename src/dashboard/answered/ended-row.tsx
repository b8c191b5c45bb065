/** Rows of Answered: an answered, expired, withdrawn or retracted question. */

import { memo } from 'react';
import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import { inSentence, whoOf } from '../../core/audit/words.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { whyWithdrawn, withdrawnLine } from '../../core/reviews/ended.ts';
import { answerLine, commentLine } from '../../core/reviews/kinds/answer-words.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { useChannel } from '../data/channels.ts';
import { Hour } from '../look/moment.tsx';
import { EndingSign, EndingWords, endingOf } from '../reviews/verdict.tsx';
import { isLocalAnswer, meansOf, NOT_LOGGED_IN, openSpan } from '../reviews/when.ts';
import { timeOf } from './use-ended.ts';

type Row<T> = { ended: T; isChosen: boolean; href: string };

export const EndedRow = memo(({ ended: message, isChosen, href }: Row<Message>) => {
  const name = useChannel(message.channelId)?.name;
  const { review } = message;
  if (!review) return null;
  const isCompleted = review.status === 'completed';
  const ending = endingOf(review);
  const comment = commentLine(review);
  const means = meansOf(review.respondedBy);
  return (
    <li className="answered-row" data-open={isChosen || undefined}>
      <EndingSign ending={ending} />
      <span className="answered-words">
        <Link href={href} aria-current={isChosen || undefined} className="answered-title cut">
          <bdi>{titleOf(message).slice(0, 300)}</bdi>
        </Link>
        <span className="meta cut answered-where">
          <bdi>{name}</bdi> · {kindWord(review.type).toLowerCase()}
        </span>
      </span>
      <span className="answered-end">
        <span className="cut">
          <EndingWords ending={ending}>{endOf(review).slice(0, 200)}</EndingWords>
          {comment && <bdi> {comment}</bdi>}
        </span>
        <span className="meta answered-when">
          <span className="cut">
            {isCompleted && (
              <bdi>
                {review.automatic
                  ? 'automatic'
                  : review.respondedBy && shownName(review.respondedBy)}{' '}
                ·{' '}
              </bdi>
            )}
            {isCompleted && means && <Means by={review.respondedBy} means={means} />}
          </span>
          <Hour at={timeOf(message)} />
          {isLocalAnswer(review.respondedBy) && <span className="unseen"> {NOT_LOGGED_IN}</span>}
        </span>
      </span>
    </li>
  );
});
EndedRow.displayName = 'EndedRow';

function endOf(review: Review): string {
  if (review.status === 'completed') return answerLine(review);
  if (review.status === 'withdrawn') return whyWithdrawn(review) ?? withdrawnLine(review);
  return `Nobody answered${openFor(review)}`;
}

const openFor = (review: Review) => {
  const span = openSpan(review);
  return span === null ? '' : ` · pending for ${span}`;
};

type MeansProps = { by: Review['respondedBy']; means: string };

const Means = ({ by, means }: MeansProps) =>
  isLocalAnswer(by) ? (
    <>
      <span className="is-warning" title={NOT_LOGGED_IN}>
        {means}
      </span>
      {' · '}
    </>
  ) : (
    `${means} · `
  );

/** Its texts are gone, but not the decision. */
export function RetractedRow({ ended: retracted, isChosen, href }: Row<Retracted>) {
  const { channelId, type, selectedOption, respondedBy, retractedBy, at } = retracted;
  const name = useChannel(channelId)?.name;
  return (
    <li className="answered-row" data-open={isChosen || undefined}>
      <EndingSign ending="retracted" />
      <span className="answered-words">
        <Link href={href} aria-current={isChosen || undefined} className="answered-title cut">
          Retracted by <bdi>{inSentence(whoOf(retractedBy))}</bdi>
        </Link>
        <span className="meta cut answered-where">
          <bdi>{name}</bdi> · {kindWord(type).toLowerCase()}
        </span>
      </span>
      <span className="answered-end">
        {respondedBy ? (
          <span className="cut">
            <EndingWords ending="retracted">{selectedOption ?? 'Answered'}</EndingWords>
          </span>
        ) : (
          <span className="cut">Nobody answered</span>
        )}
        <span className="meta answered-when">
          <span className="cut">
            {respondedBy && (
              <>
                <bdi>{shownName(respondedBy)}</bdi> ·{' '}
              </>
            )}
            retracted{' '}
          </span>
          <Hour at={at} />
        </span>
      </span>
    </li>
  );
}
