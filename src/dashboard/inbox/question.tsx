import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { Openers } from '../answered/openers.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessage } from '../data/messages.ts';
import { isNotFound } from '../data/query-client.ts';
import { useMarkSeen, useMarkUnread } from '../data/reads.ts';
import { usePending } from '../data/reviews.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useLiveEvents } from '../live/live.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Key } from '../look/parts.tsx';
import { ReviewCard } from '../reviews/review-card.tsx';
import { Details } from './details.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { QuestionBody } from './question-body.tsx';
import { type List, type Place, QuestionHead } from './question-head.tsx';
import { Context, QuestionTitle } from './question-title.tsx';
import { useSwipe } from './swipe.ts';

/** The longest title in the browser's tab. */
const LONGEST_TAB = 160;

type Props = {
  id: string;
  /** On a phone it fills the page. */
  isAlone: boolean;
  place: Place;
  /** Whether keys may answer it: not if the list beside it does not contain it. */
  isAnswerable?: boolean;
  /** The list that it was opened from. */
  list: List;
  onAnswered: () => void;
};

export function Question({ id, isAlone, place, list, ...rest }: Props) {
  const asked = usePending().pending?.find((one) => one.id === id);
  const { data: read, error } = useMessage(id);
  const isGone = useIsDeleted(id) || isNotFound(error);
  // The list has it sooner; the single read knows how it ended.
  const message = read ?? asked;
  if (isGone) return <Gone id={id} isAlone={isAlone} {...nextIn(place, list)} />;
  if (!message) return <QuestionSkeleton />;
  const isRead = asked?.unread === false;
  return (
    <Shown
      message={message}
      isRead={isRead}
      isAlone={isAlone}
      place={place}
      list={list}
      {...rest}
    />
  );
}

/** Returns the next question, or the list if there is none. */
const nextIn = ({ next }: Place, { home, pathTo }: List) =>
  next === undefined
    ? { to: home, label: isOfAnswered(home) ? 'Back to Answered' : 'Back to the inbox' }
    : { to: pathTo(next), label: 'Next question' };

const DecisionRecord = lazyPreloadable(() => import('../answered/record.tsx'));
const Gone = lazyPreloadable(() => import('./gone.tsx'));
const Facts = lazyPreloadable(() => import('./facts.tsx'));
/** For a third column; the same as in the styles. */
const ROOM = '(width >= 1680px) and (height >= 500px)';

const isOfAnswered = (home: string) => home.startsWith('/answered');

type ShownProps = Omit<Props, 'id'> & {
  message: Message;
  isRead: boolean;
};

function Shown({ message, isRead, isAlone, place, list, ...answering }: ShownProps) {
  const { isAnswerable = true, onAnswered } = answering;
  const { to, label } = nextIn(place, list);
  const [, go] = useLocation();
  const channel = useChannel(message.channelId);
  const { review } = message;
  const isPending = isOpen(review);
  const hasRoom = useMediaQuery(ROOM, false, { getInitialValueInEffect: false });
  const hasEnded = review !== null && review.status !== 'pending';
  const conversation = `/c/${message.channelId}?m=${message.id}`;
  const goOn = () => go(to, { replace: true });
  const goOnByKey = () => {
    goOn();
    return () => go(list.pathTo(message.id), { replace: true });
  };
  const openConversation = () => {
    go(conversation);
    return () => window.history.back();
  };
  useMarkSeen(message.id, { isPending, isRead });
  const markUnread = useMarkUnread(message.id);
  useKeys('Question', {
    o: ['Open the conversation', openConversation, 'conversation'],
    ...(isPending && { u: ['Mark as unread', markUnread, 'unread'] }),
    ...(!isPending && { Enter: ['Next question', goOn], j: ['Next question', goOnByKey] }),
  });
  const Title = isAlone ? 'h1' : 'h2';
  // Returns to the list where it was found: one that is answered while open was pending.
  const [home] = useState(review?.status === 'pending' ? list.home : '/answered');
  const back = isAlone ? (isOfAnswered(list.home) ? list.home : home) : null;
  const isStepped = isAlone && back !== null && !isOfAnswered(back);
  const steps = useSwipe(place, list, isStepped);

  return (
    <article className="question" aria-labelledby="question-title">
      <PageTitle>{titleOf(message).slice(0, LONGEST_TAB)}</PageTitle>
      <QuestionHead
        message={message}
        channel={channel}
        back={back}
        place={place}
        list={isStepped ? list : null}
      />
      <div className="question-scroll" {...steps}>
        <div className="question-page">
          <QuestionTitle as={Title}>{titleOf(message)}</QuestionTitle>
          <Context message={message} />
          <QuestionBody message={message} />
          <Elsewhere message={message} />
          <ReviewCard
            message={message}
            active={isAnswerable}
            onAnswered={onAnswered}
            openers={hasEnded && <Openers id={message.id} />}
          />
          {hasEnded && <DecisionRecord message={message} />}
          {!isPending && (
            <Button variant="default" className="question-next" onClick={goOn}>
              {label} <Key>⏎</Key>
              {place.next && <Key>j</Key>}
            </Button>
          )}
          <Details message={message} channel={channel} onUnread={isPending ? markUnread : null} />
        </div>
      </div>
      {hasRoom && <Facts message={message} channel={channel} />}
    </article>
  );
}

function useIsDeleted(id: string): boolean {
  const [isDeleted, setIsDeleted] = useState(false);
  useLiveEvents(({ name, payload }) => {
    if (name === 'message:deleted' && payload.id === id) setIsDeleted(true);
  });
  return isDeleted;
}

const QuestionSkeleton = () => (
  <div className="question" aria-hidden="true">
    <div className="question-page">
      {[40, 22, 90, 84, 60].map((width) => (
        <span key={width} className="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  </div>
);
