/** Filters and order of the pending questions, kept in the URL. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearch, useSearchParams } from 'wouter';
import { serverNow } from '../../client/clock.ts';
import type { PendingFilter } from '../data/query-keys.ts';

const names = [
  'channel',
  'type',
  'session',
  'askedBy',
  'expires',
  'unread',
  'search',
  'order',
] as const;
export type Given = Partial<Record<(typeof names)[number], string>>;
export type Narrow = {
  /** As in the URL. */
  given: Given;
  filter: PendingFilter;
  /** Whether it excludes any question. */
  isNarrowed: boolean;
  /** To be appended to a path to keep it. */
  query: string;
  /** Changes a part; an empty value removes it. */
  set: (part: Given) => void;
  /** Lists all questions, in the same order. */
  clear: () => void;
};

export function useNarrow(): Narrow {
  const [params, setParams] = useSearchParams();
  const search = useSearch();
  const given = present(Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])));
  const { order, ...narrowing } = given;
  const put = (next: Given) => setParams(present(next), { replace: true });
  return {
    given,
    filter: toFilter(given),
    isNarrowed: Object.keys(narrowing).length > 0,
    query: search && `?${search}`,
    set: (part) => put({ ...given, ...part }),
    clear: () => put(order === undefined ? {} : { order }),
  };
}

const present = (given: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value));

function toFilter(given: Given): PendingFilter {
  const { channel, type, session, askedBy, expires, unread, search, order } = given;
  return {
    ...(channel && { channel }),
    ...(type && { type }),
    ...(session && { session }),
    ...(askedBy && { askedBy }),
    ...(expires === 'today' && { expiresBefore: endOfToday() }),
    ...(unread === 'true' && { unread }),
    ...(search && { search }),
    ...((order === 'newest' || order === 'oldest') && { order }),
  };
}

function endOfToday(): string {
  const now = new Date(serverNow());
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString();
}

const TYPING_MS = 150;

/** The text of the search field: it reaches the URL and the list once typing pauses. */
export function useWords({ given: { search = '' }, set }: Narrow) {
  const [words, setWords] = useState(search);
  const [rested] = useDebouncedValue(words.trim(), TYPING_MS);
  const written = useRef(search);
  const write = useEffectEvent(() => {
    if (rested === search) return;
    written.current = rested;
    set({ search: rested });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typing writes
  useEffect(() => write(), [rested]);
  useEffect(() => {
    // A link led to another search.
    if (written.current !== search) setWords(search);
    written.current = search;
  }, [search]);
  return { words, setWords, isRested: words.trim() === search };
}
