import { TextInput } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { PendingMessage } from '../../core/messages/schema.ts';
import { EndTabs } from '../app/bottom-bar.tsx';
import { usePendingCount, useUnreadCount } from '../data/reviews.ts';
import { Search } from '../look/icons.tsx';
import { Key } from '../look/parts.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { QuestionRow } from './question-row.tsx';

type Props = {
  /** All, or those that were searched for; undefined until they are known. */
  pending: PendingMessage[] | undefined;
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
  const unread = useUnreadCount();
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
          <span className="meta">
            {words ? `${found} of ${count}` : `${count}${unread > 0 ? `, ${unread} new` : ''}`}
          </span>
        )}
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
          <QuestionRow key={message.id} message={message} isOpen={message.id === openId} />
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

const ListSkeleton = () => (
  <div aria-hidden="true">
    {[70, 86, 58].map((width) => (
      <div key={width} className="inbox-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
        <span className="skeleton" style={{ width: '40%' }} />
      </div>
    ))}
  </div>
);
