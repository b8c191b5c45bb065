import { Button } from '@mantine/core';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessage } from '../data/messages.ts';
import { isNotFound } from '../data/query-client.ts';
import { titleOf, usePending } from '../data/reviews.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useLiveEvents } from '../live/live.tsx';
import { when } from '../look/clock.ts';
import { Back } from '../look/icons.tsx';
import { Moment } from '../look/moment.tsx';
import { Key, StatusDot } from '../look/parts.tsx';
import { Attachments } from '../message/attachments.tsx';
import { Markdown } from '../message/markdown.tsx';
import { StatusText } from '../message/status-text.tsx';
import { kindWord } from '../reviews/kind.ts';
import { ReviewCard } from '../reviews/review-card.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { Gone } from './gone.tsx';
import { Remaining } from './remaining.tsx';

type Props = {
  id: string;
  /** On a phone it is the whole page. */
  isAlone: boolean;
  next: string | undefined;
  onAnswered: () => void;
};

export function Question({ id, isAlone, next, onAnswered }: Props) {
  const asked = usePending().pending?.find((one) => one.id === id);
  const { data: read, error } = useMessage(id);
  const isGone = useIsDeleted(id) || isNotFound(error);
  // The list knows it sooner; what was read of it alone knows how it ended.
  const message = read ?? asked;
  if (isGone) return <Gone id={id} next={next} />;
  if (!message) return <QuestionSkeleton />;
  return <Shown {...{ message, isAlone, next, onAnswered }} />;
}

type ShownProps = Omit<Props, 'id'> & { message: Message };

function Shown({ message, isAlone, next, onAnswered }: ShownProps) {
  const [, go] = useLocation();
  const channel = useChannel(message.channelId);
  const { review } = message;
  const isPending = isOpen(review);
  const conversation = `/c/${message.channelId}?m=${message.id}`;
  const goOn = () => go(next ? `/m/${next}` : '/', { replace: true });
  useKeys('Question', {
    o: ['Open the conversation', () => go(conversation)],
    ...(!isPending && { Enter: ['Next question', goOn], j: ['Next question', goOn] }),
  });
  const Title = isAlone ? 'h1' : 'h2';

  return (
    <article className="question" aria-labelledby="question-title">
      <PageTitle>{titleOf(message).slice(0, LONGEST_TITLE)}</PageTitle>
      <header className="inbox-bar">
        {isAlone && (
          <Link href="/" className="question-back" aria-label="Back to the list">
            <Back size={22} />
          </Link>
        )}
        <StatusDot status={channel?.status ?? null} />
        <Link href={conversation} className="question-channel cut">
          <bdi>{channel?.name ?? 'Channel'}</bdi>
        </Link>
        {isPending && (
          <span className="meta question-left">
            expires in <Remaining until={review.expiresAt} /> ({when(review.expiresAt)})
          </span>
        )}
      </header>
      <div className="question-scroll">
        <div className="question-page">
          <QuestionTitle as={Title}>{titleOf(message)}</QuestionTitle>
          <Context message={message} channel={channel} />
          <Body message={message} />
          <Elsewhere message={message} />
          <ReviewCard message={message} active onAnswered={onAnswered} />
          {!isPending && (
            <Button variant="default" className="question-next" onClick={goOn}>
              {next ? 'Next question' : 'Back to the inbox'} <Key>⏎</Key>
              {next && <Key>j</Key>}
            </Button>
          )}
        </div>
      </div>
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

function Context({ message, channel }: { message: Message; channel: Agent | undefined }) {
  const host = webhookHost(message, channel);
  const parts = [
    message.review && kindWord(message.review.type).toLowerCase(),
    host && `webhook to ${host}`,
  ].filter(Boolean);
  return (
    <p className="meta question-context">
      asked <Moment at={message.createdAt} />
      {parts.map((part) => (
        <Fragment key={part}>
          <span aria-hidden="true"> · </span>
          {part}
        </Fragment>
      ))}
    </p>
  );
}

/** Where the answer is posted to: the message's own webhook, else the channel's, else the review's. */
function webhookHost(message: Message, channel: Agent | undefined): string | undefined {
  const url = message.webhookUrl ?? channel?.webhookUrl ?? message.review?.callback?.url;
  return url && URL.canParse(url) ? new URL(url).host : undefined;
}

function Body({ message }: { message: Message }) {
  const text = textBelow(message);
  if (!text && message.status === null && message.attachments.length === 0) return null;
  return (
    <div className="question-body">
      {(text || message.status !== null) && (
        <StatusText status={message.status}>{text && <Markdown text={text} />}</StatusText>
      )}
      <Attachments attachments={message.attachments} />
    </div>
  );
}

const LONGEST_TITLE = 160;
const PLAIN = /^(#+\s+)?[^[\]<>`|~\\]+$/;

/** The text without the line that is the title already. */
function textBelow({ text, review }: Message): string {
  const all = (text ?? '').trim();
  const [line = '', ...rest] = all.split('\n');
  const title = review?.payload.title;
  const isTitle = typeof title !== 'string' || !title.trim();
  const isWhole = line.length <= LONGEST_TITLE && PLAIN.test(line);
  return isTitle && isWhole ? rest.join('\n').trim() : all;
}

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
