import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessage } from '../data/messages.ts';
import { isNotFound } from '../data/query-client.ts';
import { usePending } from '../data/reviews.ts';
import { titleOf } from '../data/title.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useLiveEvents } from '../live/live.tsx';
import { Moment } from '../look/moment.tsx';
import { Key } from '../look/parts.tsx';
import { kindWord } from '../reviews/kind.ts';
import { ReviewCard } from '../reviews/review-card.tsx';
import { Details } from './details.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { QuestionFacts } from './facts.tsx';
import { Gone } from './gone.tsx';
import { QuestionBody } from './question-body.tsx';
import { type Place, QuestionHead } from './question-head.tsx';
import { useSwipe } from './swipe.ts';

/** So much of a title is in the browser's tab. */
const LONGEST_TAB = 160;

type Props = {
  id: string;
  /** On a phone it is the whole page. */
  isAlone: boolean;
  place: Place;
  /** The list that it was opened in; without one that of the pending questions. */
  list?: List;
  onAnswered: () => void;
};

type List = { home: string; pathTo: (id: string) => string };
const waiting: List = { home: '/', pathTo: (id) => `/m/${id}` };

export function Question({ id, isAlone, place, list, onAnswered }: Props) {
  const asked = usePending().pending?.find((one) => one.id === id);
  const { data: read, error } = useMessage(id);
  const isGone = useIsDeleted(id) || isNotFound(error);
  // The list knows it sooner; what was read of it alone knows how it ended.
  const message = read ?? asked;
  if (isGone) return <Gone id={id} {...nextIn(place, list)} />;
  if (!message) return <QuestionSkeleton />;
  return <Shown {...{ message, isAlone, place, list, onAnswered }} />;
}

/** The next question, or the list where there is none. */
const nextIn = ({ next }: Place, { home, pathTo } = waiting) =>
  next === undefined
    ? { to: home, label: home === '/' ? 'Back to the inbox' : 'Back to Answered' }
    : { to: pathTo(next), label: 'Next question' };

type ShownProps = Omit<Props, 'id' | 'list'> & { list: List | undefined; message: Message };

function Shown({ message, isAlone, place, list, onAnswered }: ShownProps) {
  const { to, label } = nextIn(place, list);
  const [, go] = useLocation();
  const channel = useChannel(message.channelId);
  const { review } = message;
  const isPending = isOpen(review);
  const conversation = `/c/${message.channelId}?m=${message.id}`;
  const goOn = () => go(to, { replace: true });
  useKeys('Question', {
    o: ['Open the conversation', () => go(conversation)],
    ...(!isPending && { Enter: ['Next question', goOn], j: ['Next question', goOn] }),
  });
  const Title = isAlone ? 'h1' : 'h2';
  // To the list where it was found: one that is answered while it is open was waiting.
  const [found] = useState(review?.status === 'pending' ? '/' : '/answered');
  const home = list?.home ?? found;
  const back = isAlone ? home : null;
  const steps = useSwipe(place, isAlone && home === '/');

  return (
    <article className="question" aria-labelledby="question-title">
      <PageTitle>{titleOf(message).slice(0, LONGEST_TAB)}</PageTitle>
      <QuestionHead message={message} channel={channel} back={back} place={place} />
      <div className="question-scroll" {...steps}>
        <div className="question-page">
          <QuestionTitle as={Title}>{titleOf(message)}</QuestionTitle>
          <Context message={message} />
          <QuestionBody message={message} />
          <Elsewhere message={message} />
          <ReviewCard message={message} active onAnswered={onAnswered} />
          {!isPending && (
            <Button variant="default" className="question-next" onClick={goOn}>
              {label} <Key>⏎</Key>
              {place.next && <Key>j</Key>}
            </Button>
          )}
          <Details message={message} channel={channel} />
        </div>
      </div>
      <QuestionFacts message={message} channel={channel} />
    </article>
  );
}

/** Takes the focus as its question opens: keys work, and a screen reader reads on from here. */
function QuestionTitle({ as: Title, children }: { as: 'h1' | 'h2'; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement?.closest('[role="dialog"], input, textarea, .navigation');
    if (!isElsewhere) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title id="question-title" ref={title} tabIndex={-1} className="question-title">
      <bdi>{children}</bdi>
    </Title>
  );
}

/** How long ago it was asked, and what it takes to answer. */
const Context = ({ message: { createdAt, review } }: { message: Message }) => (
  <p className="meta question-context">
    asked <Moment at={createdAt} />
    {review && (
      <>
        <span aria-hidden="true"> · </span>
        {kindWord(review.type).toLowerCase()}
      </>
    )}
  </p>
);

function useIsDeleted(id: string): boolean {
  const [isDeleted, setIsDeleted] = useState(false);
  useLiveEvents((name, payload) => {
    if (name === 'message:deleted' && 'id' in payload && payload.id === id) setIsDeleted(true);
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
