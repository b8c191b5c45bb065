import { Link } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { Jump } from '../app/jump.tsx';
import { when } from '../look/clock.ts';
import { Back, Chevron } from '../look/icons.tsx';
import { StatusDot } from '../look/parts.tsx';
import { LeftAloud, Remaining } from './remaining.tsx';

/** The position of a question among the pending ones. */
export type Place = {
  /** From 1; 0 if it is not among them. */
  at: number;
  count: number;
  previous: string | undefined;
  next: string | undefined;
};

/** The list that a question was opened from, and the paths of its questions. */
export type List = { home: string; pathTo: (id: string) => string };

type Props = {
  /** The list to step through; null for none. */
  list: List | null;
  message: Message;
  channel: Agent | undefined;
  /** The list to return to; null if it is beside the question. */
  back: string | null;
  place: Place;
};

/** The question's channel and deadline, and on a phone the way to the others. */
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
    {isOpen(message.review) && <LeftAloud until={message.review.expiresAt} />}
    {isOpen(message.review) && (
      <span className="meta question-left">
        <span className="question-left-word">expires in </span>
        <Remaining until={message.review.expiresAt} />
        <span className="question-left-when"> ({when(message.review.expiresAt)})</span>
      </span>
    )}
    {list && <Steps place={place} list={list} />}
    <Jump />
  </header>
);

type StepsProps = { place: Place; list: List };

const Steps = ({ place: { at, count, previous, next }, list: { pathTo } }: StepsProps) => (
  <nav className="question-steps meta" aria-label="Pending questions">
    {at > 0 && (
      <span>
        {at} of {count}
      </span>
    )}
    <Step to={previous} label="Previous question" Sign={Back} pathTo={pathTo} />
    <Step to={next} label="Next question" Sign={Chevron} pathTo={pathTo} />
  </nav>
);

type StepProps = {
  to: string | undefined;
  label: string;
  Sign: typeof Back;
  pathTo: List['pathTo'];
};

/** Keeps its place when disabled: the other must not move under the same finger. */
const Step = ({ to, label, Sign, pathTo }: StepProps) =>
  to === undefined ? (
    <span className="question-step" />
  ) : (
    <Link href={pathTo(to)} replace className="question-step" aria-label={label}>
      <Sign size={20} />
    </Link>
  );
