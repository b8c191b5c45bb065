import { Link } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { when } from '../look/clock.ts';
import { Back, Chevron } from '../look/icons.tsx';
import { StatusDot } from '../look/parts.tsx';
import { Remaining } from './remaining.tsx';

/** Where a question is among those that wait. */
export type Place = {
  /** Counted from one; 0 where it is none of them. */
  at: number;
  count: number;
  previous: string | undefined;
  next: string | undefined;
};

/** The list that a question was opened in, and the paths of the others in it. */
export type List = { home: string; pathTo: (id: string) => string };

type Props = {
  /** Where the steps to others lead; null where there are none. */
  list: List | null;
  message: Message;
  channel: Agent | undefined;
  /** The list one came from; null where it is beside the question. */
  back: string | null;
  place: Place;
};

/** Whose question it is, for how long, and on a phone the way to the others. */
export const QuestionHead = ({ message, channel, back, place, list }: Props) => (
  <header className="inbox-bar">
    {back !== null && (
      <Link href={back} className="question-step" aria-label="Back to the list">
        <Back size={22} />
      </Link>
    )}
    <StatusDot status={channel?.status ?? null} />
    <Link href={`/c/${message.channelId}?m=${message.id}`} className="question-channel cut">
      <bdi>{channel?.name ?? 'Channel'}</bdi>
    </Link>
    {isOpen(message.review) && (
      <span className="meta question-left">
        <span className="question-left-word">expires in </span>
        <Remaining until={message.review.expiresAt} />
        <span className="question-left-when"> ({when(message.review.expiresAt)})</span>
      </span>
    )}
    {list && <Steps place={place} list={list} />}
  </header>
);

type StepsProps = { place: Place; list: List };

const Steps = ({ place: { at, count, previous, next }, list: { pathTo } }: StepsProps) => (
  <nav className="question-steps meta" aria-label="Waiting questions">
    {at > 0 && (
      <span>
        {at} of {count}
      </span>
    )}
    {previous !== undefined && (
      <Link
        href={pathTo(previous)}
        replace
        className="question-step"
        aria-label="Previous question"
      >
        <Back size={20} />
      </Link>
    )}
    {next !== undefined && (
      <Link href={pathTo(next)} replace className="question-step" aria-label="Next question">
        <Chevron size={20} />
      </Link>
    )}
  </nav>
);
