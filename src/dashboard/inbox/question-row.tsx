/** A row of the list of pending questions: two lines. */
import { memo } from 'react';
import { Link } from 'wouter';
import type { Message, PendingMessage } from '../../core/messages/schema.ts';
import { sourceOf } from '../../core/messages/source.ts';
import { titleOf } from '../../core/messages/title.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import { useChannel } from '../data/channels.ts';
import { leadOf } from '../data/title.ts';
import { Ago } from '../look/ago.tsx';
import { Bolt, Clip, Pencil } from '../look/icons.tsx';
import { StatusSign } from '../message/status-text.tsx';
import { useUnsent } from '../outbox/context.ts';
import type { UnsentState } from '../outbox/unsent.ts';
import { useHasDraft } from '../reviews/drafts.ts';
import { hasDanger } from '../reviews/kind.ts';
import { Remaining } from './remaining.tsx';
import { UrgencyBadge } from './urgency.tsx';

const LONGEST_TITLE = 300;

type Props = {
  message: PendingMessage;
  /** Its index, and the number of all. */
  at: number;
  count: number;
  isOpen: boolean;
  /** The filters, to be kept in the URL. */
  query: string;
  /** Whether it shows its age instead of the time left. */
  byAge: boolean;
  /** Null unless rows are being marked. */
  isMarked: boolean | null;
  onMark: (id: string) => void;
  onFocus: (id: string) => void;
};

export const QuestionRow = memo((props: Props) => {
  const { message, at, count, isOpen, query, byAge, isMarked, onMark, onFocus } = props;
  const { id, review, unread } = message;
  return (
    <li
      className="inbox-row"
      aria-posinset={at + 1}
      aria-setsize={count}
      onFocus={() => onFocus(id)}
      data-open={isOpen || undefined}
      data-unread={unread || undefined}
      data-marked={isMarked || undefined}
    >
      {isMarked !== null && <Mark message={message} isMarked={isMarked} onMark={onMark} />}
      <p className="inbox-row-line">
        {unread && <span className="unseen">New: </span>}
        <Link
          href={`/m/${id}${query}`}
          className="inbox-row-title cut"
          aria-current={isOpen || undefined}
          onClickCapture={(event) => {
            if (!event.shiftKey) return;
            // The browser would open another window.
            event.preventDefault();
            onMark(id);
          }}
        >
          <bdi>{titleOf(message).slice(0, LONGEST_TITLE)}</bdi>
        </Link>
        {byAge && review?.openedAt ? (
          <span className="inbox-row-age">
            <Ago at={review.openedAt} />
          </span>
        ) : (
          review?.expiresAt && <Remaining until={review.expiresAt} />
        )}
      </p>
      <p className="inbox-row-line inbox-row-under">
        <From message={message} />
        <Words message={message} />
        <Signs message={message} />
      </p>
    </li>
  );
});
QuestionRow.displayName = 'QuestionRow';

type MarkProps = { message: Message; isMarked: boolean; onMark: (id: string) => void };

const Mark = ({ message, isMarked, onMark }: MarkProps) => (
  <label className="inbox-mark">
    <input type="checkbox" checked={isMarked} onChange={() => onMark(message.id)} />
    <span className="unseen">Select {titleOf(message).slice(0, LONGEST_TITLE)}</span>
  </label>
);

/** The question's channel, and where it comes from if it says so; else its kind. */
function From({ message }: { message: Message }) {
  const channel = useChannel(message.channelId)?.name;
  const source = sourceOf(message);
  if (source === null) {
    return (
      <span className="inbox-row-from cut">
        <bdi>{channel}</bdi>
        {message.review && ` · ${kindWord(message.review.type)}`}
      </span>
    );
  }
  return (
    <span className="inbox-row-source">
      <span className="cut">
        <bdi>{channel}</bdi>
        {` · ${source.asker}: ${source.client}`}
      </span>
      {source.cwd !== null && (
        <span className="inbox-row-path">
          <bdi dir="ltr">{` · ${source.cwd}`}</bdi>
        </span>
      )}
    </span>
  );
}

/** The unsent answer, or the first words of the question if there is room for them. */
function Words({ message }: { message: Message }) {
  const unsent = useUnsent(message.id);
  const word = unsent && unsentWords[unsent.state];
  if (!word && sourceOf(message) !== null) return null;
  if (!word) return <bdi className="inbox-row-words cut">{leadOf(message)}</bdi>;
  return (
    <span className="inbox-row-words inbox-row-unsent cut">
      {word}: <bdi>{unsent.chosen}</bdi>
    </span>
  );
}

const unsentWords: Partial<Record<UnsentState, string>> = {
  sending: 'Sending',
  slow: 'Sending',
  unconfirmed: 'Sending',
  waiting: 'Not sent yet',
  asking: 'Not sent yet',
};

/** Facts to know before opening it. */
function Signs({ message: { id, status, review, attachments } }: { message: Message }) {
  const files = attachments.length;
  return (
    <span className="inbox-row-signs">
      <UrgencyBadge review={review} />
      {useHasDraft(id) && <Sign Icon={Pencil} word="Draft" />}
      {files > 0 && <Sign Icon={Clip} word={files === 1 ? '1 file' : `${files} files`} />}
      {status !== null && <StatusSign status={status} />}
      {review && hasDanger(review) && (
        <Sign Icon={Bolt} word="One of the choices cannot be undone" className="inbox-row-danger" />
      )}
    </span>
  );
}

type SignProps = { Icon: typeof Bolt; word: string; className?: string };

const Sign = ({ Icon, word, className }: SignProps) => (
  <span className={className} title={word}>
    <Icon size={14} />
    <span className="unseen">{word}</span>
  </span>
);
