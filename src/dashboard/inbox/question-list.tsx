import { TextInput } from '@mantine/core';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { useChannel } from '../data/channels.ts';
import { titleOf } from '../data/reviews.ts';
import { Search } from '../look/icons.tsx';
import { Key, StatusDot } from '../look/parts.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { inShort } from '../reviews/kind.ts';
import { Remaining } from './remaining.tsx';

type Props = {
  /** Undefined until it is known. */
  pending: Message[] | undefined;
  /** Those of them that were searched for. */
  shown: Message[];
  openId: string | undefined;
  words: string;
  onWords: (words: string) => void;
  searchField: RefObject<HTMLInputElement | null>;
  /** Enter in the search. */
  onFound: () => void;
};

export function QuestionList(props: Props) {
  const { pending, shown, openId, words, onWords, searchField, onFound } = props;
  return (
    <section className="inbox-list" aria-label="Questions">
      <header className="inbox-bar">
        <h1 className="inbox-heading">Waiting for you</h1>
        {pending && pending.length > 0 && (
          <span className="meta">
            {words ? `${shown.length} of ${pending.length}` : `${pending.length}, soonest first`}
          </span>
        )}
        <Link className="inbox-answered" href="/answered">
          Answered
        </Link>
      </header>
      {pending && pending.length > 0 && (
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
      {pending?.length === 0 && <h2 className="inbox-none">Nothing waits for you</h2>}
      {pending && pending.length > 0 && shown.length === 0 && (
        <p className="inbox-none">Nothing like that waits</p>
      )}
      <ul className="inbox-rows">
        {shown.map((message) => (
          <Row key={message.id} message={message} isOpen={message.id === openId} />
        ))}
      </ul>
    </section>
  );
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
      <p className="inbox-row-short">{review && inShort(review)}</p>
    </li>
  );
});
Row.displayName = 'Row';

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
