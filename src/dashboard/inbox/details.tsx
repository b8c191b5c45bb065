import { useState } from 'react';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useMessagesBefore } from '../data/messages.ts';
import { Moment } from '../look/moment.tsx';
import { Key, statusWord } from '../look/parts.tsx';
import { Markdown } from '../message/markdown.tsx';
import { StatusText } from '../message/status-text.tsx';
import { Fact } from '../reviews/fact.tsx';

type Props = { message: Message; channel: Agent | undefined };
type DetailsProps = Props & {
  /** Null if it cannot be marked as unread. */
  onUnread: (() => void) | null;
};

/** Earlier messages and technical details of a question, folded below it. */
export const Details = ({ message, channel, onUnread }: DetailsProps) => (
  <div className="question-more">
    <LedTo message={message} channel={channel} />
    <details>
      <summary>Details</summary>
      <dl className="review-facts">
        <Fact name="Message" value={message.id} />
        <Fact name="Sequence number" value={message.seq} />
        <Fact name="Channel" value={message.channelId} />
        <Fact name="Webhook" value={webhookHost(message, channel) ?? 'none'} />
      </dl>
    </details>
    {onUnread && (
      <button type="button" className="question-unread" onClick={onUnread}>
        Mark as unread <Key>u</Key>
      </button>
    )}
  </div>
);

/**
 * Returns the host that gets the answer: the message's own webhook, else the channel's, else the
 * review's.
 */
function webhookHost(message: Message, channel: Agent | undefined): string | undefined {
  const url = message.webhookUrl ?? channel?.webhookUrl ?? message.review?.callback?.url;
  return url && URL.canParse(url) ? new URL(url).host : undefined;
}

function LedTo({ message, channel }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Earlier messages</summary>
      {isOpen && <Before message={message} />}
      {channel && (
        <p className="meta">
          {channel.name} is {statusWord(channel.status)}
          {channel.statusMessage && `: “${channel.statusMessage}”`}
        </p>
      )}
    </details>
  );
}

const BEFORE = 2;

/** The last messages before the question, oldest first. */
function Before({ message }: { message: Message }) {
  const { data, error } = useMessagesBefore(message, BEFORE);
  if (error) return <p className="refusal">{error.message}</p>;
  if (!data) return <span className="skeleton" aria-hidden="true" />;
  if (data.length === 0) return <p className="meta">This is the first message in the channel.</p>;
  return data.toReversed().map((one) => (
    <div key={one.id} className="question-before">
      <p className="meta">
        <Moment at={one.createdAt} />
      </p>
      <StatusText status={one.status}>
        <Markdown text={one.text?.trim() || titleIn(one)} />
      </StatusText>
    </div>
  ));
}

const titleIn = ({ review, attachments }: Message): string => {
  if (typeof review?.payload.title === 'string') return review.payload.title;
  return attachments.map(({ filename }) => filename).join(', ') || 'Message without text';
};
