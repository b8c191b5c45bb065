import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { useMessages } from '../data/messages.ts';
import { clockTime, dayName } from '../look/clock.ts';
import { Cross, Search } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { excerpt, Marked, wordsOf } from './highlight.tsx';
import type { NameOf } from './names.ts';

type Props = {
  channelId: string;
  search: string;
  onSearch: (search: string) => void;
  nameOf: NameOf;
  onOpen: (id: string) => void;
  onClose: () => void;
};

const TYPING_MS = 150;

/** The channel's messages that match a search. */
export function SearchPanel({ channelId, search, onSearch, nameOf, onOpen, onClose }: Props) {
  const [settled] = useDebouncedValue(search.trim(), TYPING_MS);
  const isAsked = settled !== '';
  const found = useMessages({ channel: [channelId], search: settled }, { enabled: isAsked });
  const messages = found.data?.pages.flatMap(({ messages }) => messages) ?? [];
  const { refetch } = found;
  // Includes what arrived since the same search.
  useEffect(() => {
    if (isAsked) void refetch();
  }, [isAsked, refetch]);
  return (
    <search className="channel-search" aria-label="Search this channel">
      <div className="channel-search-field">
        <TextInput
          type="search"
          aria-label="Search this channel"
          placeholder="Search this channel"
          leftSection={<Search size={16} />}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          maxLength={1000}
          autoFocus
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Close search"
          onClick={onClose}
        >
          <Cross size={16} />
        </ActionIcon>
      </div>
      <p className="meta channel-search-count" role="status">
        {isAsked && found.isSuccess && countOf(messages.length, found.hasNextPage)}
        {found.error?.message}
      </p>
      <ol>
        {messages.map((message) => (
          <li key={message.id}>
            <Found message={message} search={settled} nameOf={nameOf} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      <Older pages={found} size="xs" />
    </search>
  );
}

function countOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No results in this channel';
  return `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'message' : 'messages'}`;
}

type FoundProps = Pick<Props, 'nameOf' | 'onOpen' | 'search'> & { message: Message };

const Found = ({ message, search, nameOf, onOpen }: FoundProps) => (
  <button type="button" className="channel-found" onClick={() => onOpen(message.id)}>
    <span className="meta">
      <strong>{nameOf(message)}</strong> {dayName(message.createdAt)} {clockTime(message.createdAt)}
    </span>
    <span className="channel-found-text">
      <Marked text={excerpt(message.text ?? '', search)} words={wordsOf(search)} />
    </span>
  </button>
);
