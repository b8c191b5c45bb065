import { memo } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { useWhole } from '../data/messages.ts';
import { Remaining } from '../inbox/remaining.tsx';
import { Source } from '../inbox/source.tsx';
import { clockTime, dayName, shortTime, wholeTime } from '../look/clock.ts';
import { Attachments } from '../message/attachments.tsx';
import { Markdown } from '../message/markdown.tsx';
import { StatusText } from '../message/status-text.tsx';
import { ReviewCard } from '../reviews/review-card.tsx';
import { Subject } from '../reviews/subject.tsx';
import { Avatar } from './avatar.tsx';
import { DraftText } from './draft-text.tsx';
import type { NameOf } from './names.ts';
import type { Outbox, Outgoing } from './outbox.ts';
import { isDraft, type Row } from './rows.ts';
import { Sending } from './sending.tsx';
import { Failure, Ticks } from './ticks.tsx';
import { elementId } from './use-picked.ts';

/** The context of every row; the same object while unchanged. */
export type RowContext = {
  nameOf: NameOf;
  outbox: Outbox;
  /** Puts an unsent message back into the field. */
  onEdit: (back: Outgoing) => void;
};
type Props = { row: Row; context: RowContext; isPicked: boolean };

export const MessageRow = memo(({ row, context, isPicked }: Props) => {
  if (row.isRetracted) return <div className="channel-gone" />;
  const { message, day, isHead, isFirstUnread } = row;
  const name = context.nameOf(message);
  return (
    <div className="channel-row">
      {day !== null && (
        <h2 className="channel-day">
          <span>{dayName(day)}</span>
        </h2>
      )}
      {isFirstUnread && <p className="channel-unread">New</p>}
      <article
        id={elementId(message.id)}
        className="channel-message"
        aria-label={`${name}, ${clockTime(message.createdAt)}`}
        aria-busy={isDraft(message) || undefined}
        data-head={isHead || undefined}
        data-picked={isPicked || undefined}
        tabIndex={-1}
      >
        {isHead ? (
          <Avatar name={name} id={message.senderId} isAgent={message.senderType === 'agent'} />
        ) : (
          <div className="channel-aside">
            <time dateTime={message.createdAt}>{shortTime(message.createdAt)}</time>
            {row.outgoing === null && <Ticks message={message} />}
          </div>
        )}
        <div className="channel-body">
          {isHead && <Head name={name} message={message} outgoing={row.outgoing !== null} />}
          <Content message={message} isPicked={isPicked} />
          {row.outgoing && <Sending outgoing={row.outgoing} {...context} />}
          {message.deliveryStatus === 'webhook_failed' && <Failure message={message} />}
        </div>
      </article>
    </div>
  );
}, isSame);
MessageRow.displayName = 'MessageRow';

/** Row objects are recreated with every change; their contents are not. */
function isSame(before: Props, after: Props): boolean {
  if (before.context !== after.context || before.isPicked !== after.isPicked) return false;
  const names = Object.keys(after.row) as (keyof Row)[];
  return names.every((name) => before.row[name] === after.row[name]);
}

type HeadProps = { name: string; message: Message; outgoing: boolean };

const Head = ({ name, message, outgoing }: HeadProps) => (
  <header className="channel-head">
    <strong>{name}</strong>
    <time className="meta" dateTime={message.createdAt} title={wholeTime(message.createdAt)}>
      {isDraft(message) ? 'writing…' : clockTime(message.createdAt)}
    </time>
    {!outgoing && <Ticks message={message} />}
    {isOpen(message.review) && (
      <span className="meta channel-expiry">
        expires in <Remaining until={message.review.expiresAt} />
      </span>
    )}
  </header>
);

function Content({ message: listed, isPicked }: { message: Message; isPicked: boolean }) {
  const message = useWhole(listed);
  const { status, text, attachments, streamId, streamState, review } = message;
  return (
    <>
      {typeof review?.payload.title === 'string' && <h2>{review.payload.title}</h2>}
      <Subject message={message} hasText={Boolean(text)} />
      {(text || status || streamState === 'streaming') && (
        <StatusText status={status}>
          {streamState === 'streaming' && streamId !== null ? (
            <DraftText channelId={message.channelId} streamId={streamId} text={text ?? ''} />
          ) : (
            text && <Markdown text={text} />
          )}
        </StatusText>
      )}
      {streamState === 'aborted' && <p className="channel-aborted">Stopped by the agent</p>}
      <Source message={message} />
      <Attachments attachments={attachments} active={isPicked} />
      {review && <ReviewCard message={message} active={isPicked} />}
    </>
  );
}
