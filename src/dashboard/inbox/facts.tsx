/** The third column of a question: facts that are otherwise on other pages. */

import { Link } from 'wouter';
import { shownName } from '../../core/access/people.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { useMessages } from '../data/messages.ts';
import { Moment } from '../look/moment.tsx';
import { statusWord } from '../look/parts.tsx';
import { EndingSign, EndingWords, endingOf } from '../reviews/verdict.tsx';
import { Remaining } from './remaining.tsx';

type Props = { message: Message; channel: Agent | undefined };

const Facts = ({ message, channel }: Props) => (
  <aside className="question-facts" aria-label="About this question">
    <dl className="review-facts">
      <div>
        <dt>Asked</dt>
        <dd>
          <Moment at={message.createdAt} />
        </dd>
      </div>
      {isOpen(message.review) && (
        <div>
          <dt>Expires</dt>
          <dd>
            <Moment at={message.review.expiresAt} />, in{' '}
            <Remaining until={message.review.expiresAt} />
          </dd>
        </div>
      )}
      {channel && (
        <div>
          <dt>Channel</dt>
          <dd>
            <bdi>{channel.name}</bdi>, {statusWord(channel.status)}
            {channel.statusMessage && <p className="meta">“{channel.statusMessage}”</p>}
          </dd>
        </div>
      )}
    </dl>
    <Earlier message={message} />
  </aside>
);

const EARLIER = 5;

/** Earlier answers to this agent. */
function Earlier({ message: { id, channelId } }: { message: Message }) {
  const { data } = useMessages({ channel: [channelId], review: 'completed', order: 'ended' });
  const earlier = data?.pages[0]?.messages.filter((one) => one.id !== id).slice(0, EARLIER) ?? [];
  if (earlier.length === 0) return null;
  return (
    <>
      <h2>Earlier questions</h2>
      <ul>{earlier.map((one) => one.review && <EarlierRow key={one.id} message={one} />)}</ul>
    </>
  );
}

const EarlierRow = ({ message }: { message: Message }) => {
  const { review } = message;
  if (!review) return null;
  const ending = endingOf(review);
  return (
    <li>
      <EndingSign ending={ending} />
      <span>
        <Link href={`/answered/${message.id}`}>
          <bdi>{titleOf(message).slice(0, LONGEST)}</bdi>
        </Link>
        <span className="meta cut question-fact">
          <EndingWords ending={ending}>{answerLine(review).slice(0, LONGEST)}</EndingWords>
          {review.automatic && ' · automatic'}
          {review.respondedBy && <bdi> · {shownName(review.respondedBy)}</bdi>}
        </span>
      </span>
    </li>
  );
};

const LONGEST = 200;

export default Facts;
