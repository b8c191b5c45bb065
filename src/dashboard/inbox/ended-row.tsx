/** Rows of Answered: a question that was answered, that expired or that was retracted. */
import { Link } from 'wouter';
import { inSentence, whoOf } from '../../core/audit/words.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { useChannel } from '../data/channels.ts';
import { titleOf } from '../data/title.ts';
import { Moment } from '../look/moment.tsx';
import { answerLine, commentLine } from '../reviews/answer-words.ts';
import { kindWord } from '../reviews/kind.ts';
import { EndingSign, EndingWords, endingOf } from '../reviews/verdict.tsx';
import { isLocalAnswer, meansOf, NOT_LOGGED_IN } from '../reviews/when.ts';
import { timeOf } from './use-ended.ts';

type Row<T> = { ended: T; isChosen: boolean; href: string };

export function EndedRow({ ended: message, isChosen, href }: Row<Message>) {
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
        <span className="meta cut">
          <bdi>{name}</bdi> · {kindWord(review.type).toLowerCase()}
        </span>
      </span>
      <span className="answered-end">
        <span className="cut">
          <EndingWords ending={ending}>
            {isCompleted ? answerLine(review).slice(0, 200) : 'Nobody answered'}
          </EndingWords>
          {comment && <bdi> {comment}</bdi>}
        </span>
        <span className="meta cut">
          {isCompleted && <bdi>{review.respondedBy?.name} · </bdi>}
          {isCompleted && means && `${means} · `}
          <Moment at={timeOf(message)} />
        </span>
        {isLocalAnswer(review.respondedBy) && (
          <span className="meta cut is-warning">{NOT_LOGGED_IN}</span>
        )}
      </span>
    </li>
  );
}

/** Its words are gone; what was decided is not. */
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
        <span className="meta cut">
          <bdi>{name}</bdi> · {kindWord(type).toLowerCase()} · retracted <Moment at={at} />
        </span>
      </span>
      <span className="answered-end">
        {respondedBy ? (
          <span className="cut">
            <EndingWords ending="retracted">{selectedOption ?? 'Answered'}</EndingWords>
          </span>
        ) : (
          <span>Nobody answered</span>
        )}
        <span className="meta cut">
          <bdi>{respondedBy?.name}</bdi>
        </span>
      </span>
    </li>
  );
}
