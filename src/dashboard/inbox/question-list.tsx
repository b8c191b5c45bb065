import { TextInput } from '@mantine/core';
import { memo, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { useChannel } from '../data/channels.ts';
import { usePendingCount } from '../data/reviews.ts';
import { titleOf } from '../data/title.ts';
import { Bolt, Search } from '../look/icons.tsx';
import { Key, StatusDot } from '../look/parts.tsx';
import { StatusSign } from '../message/status-text.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { useUnsent } from '../outbox/context.ts';
import type { UnsentState } from '../outbox/unsent.ts';
import { hasDanger, inShort } from '../reviews/kind.ts';
import { useKeptScroll } from './kept-scroll.ts';
import { Remaining } from './remaining.tsx';

type Props = {
  /** All, or those that were searched for; undefined until they are known. */
  pending: Message[] | undefined;
  /** Those that wait until the pointer has left the list. */
  held: { held: number; hold: () => void; release: () => void };
  /** Whether there are none at all. */
  isEmpty: boolean;
  /** How many a search found. */
  found: number;
  openId: string | undefined;
  words: string;
  onWords: (words: string) => void;
  searchField: RefObject<HTMLInputElement | null>;
  /** Enter in the search. */
  onFound: () => void;
  /** Whether more is being read. */
  isReading: boolean;
  /** The end of what was read is near. */
  onEnd: () => void;
};

export function QuestionList(props: Props) {
  const { pending, isEmpty, found, openId, words, onWords, searchField, onFound } = props;
  const { held, isReading, onEnd } = props;
  const count = usePendingCount();
  const rows = useRef<HTMLUListElement>(null);
  useKeptScroll(rows, pending !== undefined && openId === undefined);
  return (
    <section
      className="inbox-list"
      aria-label="Questions"
      onPointerEnter={held.hold}
      onPointerLeave={held.release}
    >
      <EndTabs />
      <header className="inbox-bar">
        <h1 className="inbox-heading">Waiting for you</h1>
        {pending && !isEmpty && (
          <span className="meta">{words ? `${found} of ${count}` : `${count}, soonest first`}</span>
        )}
        <Jump />
      </header>
      {pending && !isEmpty && (
        <TextInput
          ref={searchField}
          className="inbox-search"
          variant="unstyled"
          type="search"
          aria-label="Search what waits"
          placeholder="Search what waits"
          leftSection={<Search size={15} />}
          rightSection={words === '' && <Key>/</Key>}
          value={words}
          onChange={(event) => onWords(event.currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') onWords('');
            if (key === 'Enter') onFound();
            if (key === 'Escape' || key === 'Enter') currentTarget.blur();
          }}
        />
      )}
      <OAuthCards />
      {!pending && <ListSkeleton />}
      {isEmpty && <h2 className="inbox-none">Nothing waits for you</h2>}
      {words && !isEmpty && pending?.length === 0 && (
        <p className="inbox-none">Nothing like that waits</p>
      )}
      {held.held > 0 && (
        <button type="button" className="inbox-held" onClick={held.release}>
          {held.held} more urgent · show
        </button>
      )}
      <ul ref={rows} className="inbox-rows">
        {pending?.map((message) => (
          <Row key={message.id} message={message} isOpen={message.id === openId} />
        ))}
        {pending && <End key={`${pending.length} ${isReading}`} onNear={onEnd} />}
      </ul>
    </section>
  );
}

/** So far below the part in view the end is near. */
const NEAR = '600px';

/** Looks once whether it is near, and then whenever that changes. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!end.current) return;
    const root = end.current.parentElement;
    const hear = (entries: IntersectionObserverEntry[]) => {
      if (entries.at(-1)?.isIntersecting) near();
    };
    const observer = new IntersectionObserver(hear, { root, rootMargin: `0px 0px ${NEAR}` });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <li ref={end} aria-hidden="true" />;
}

type RowProps = { message: Message; isOpen: boolean };

const Row = memo(({ message, isOpen }: RowProps) => {
  const channel = useChannel(message.channelId);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { review } = message;
  return (
    <li ref={row} className="inbox-row" data-open={isOpen || undefined}>
      <p className="inbox-row-top meta">
        <StatusDot status={channel?.status ?? null} />
        <bdi className="cut">{channel?.name}</bdi>
        {review?.expiresAt && <Remaining until={review.expiresAt} />}
      </p>
      <Link
        href={`/m/${message.id}`}
        className="inbox-row-title cut"
        aria-current={isOpen || undefined}
      >
        <bdi>{titleOf(message).slice(0, 300)}</bdi>
      </Link>
      <p className="inbox-row-short">
        {review && inShort(review)}
        <Signs message={message} />
      </p>
      <UnsentAnswer id={message.id} />
    </li>
  );
});
Row.displayName = 'Row';

function UnsentAnswer({ id }: { id: string }) {
  const unsent = useUnsent(id);
  const word = unsent && unsentWords[unsent.state];
  if (!word) return null;
  return (
    <p className="inbox-row-unsent cut">
      {word}: <bdi>{unsent.chosen}</bdi>
    </p>
  );
}

const unsentWords: Partial<Record<UnsentState, string>> = {
  sending: 'Sending',
  slow: 'Sending',
  unconfirmed: 'Sending',
  waiting: 'Not sent yet',
  asking: 'Not sent yet',
};

/** What one should know before one opens it. */
const Signs = ({ message: { status, review } }: { message: Message }) => (
  <span className="inbox-row-signs">
    {status !== null && <StatusSign status={status} />}
    {review && hasDanger(review) && (
      <span className="inbox-row-danger" title="A choice of it cannot be undone">
        <Bolt size={14} />
        <span className="unseen">A choice of it cannot be undone</span>
      </span>
    )}
  </span>
);

const ListSkeleton = () => (
  <div aria-hidden="true">
    {[70, 86, 58].map((width) => (
      <div key={width} className="inbox-row">
        <span className="skeleton" style={{ width: '30%' }} />
        <span className="skeleton" style={{ width: `${width}%` }} />
        <span className="skeleton" style={{ width: '24%' }} />
      </div>
    ))}
  </div>
);
