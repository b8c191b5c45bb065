import type { AuditEntry } from '../../core/audit/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Retracted } from '../../core/retractions/schema.ts';

/** `place` is its time and id, which order everything. */
export type Happening = { place: string; at: string } & (
  | { message: Message }
  | { retracted: Retracted }
  | { entry: AuditEntry }
);

/** A paged list, latest first. */
export type Source = {
  enabled: boolean;
  rows: Happening[] | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** With this many loaded ahead, a list is not loaded further. */
const ENOUGH_AHEAD = 50;

/**
 * Merges the sources into one list. Anything older than the last loaded row of a source is held
 * back: more of that source may come in between.
 */
export function mergeSources(all: Source[]) {
  const sources = all.filter(({ enabled }) => enabled);
  const unread = sources.filter(({ hasNextPage }) => hasNextPage);
  const edge = unread.map(({ rows }) => rows?.at(-1)?.place ?? BEFORE_ALL).reduce(later, '');
  const isShown = ({ place }: Happening) => place >= edge;
  const rows = sources
    .flatMap((source) => source.rows ?? [])
    .filter(isShown)
    .sort((one, other) => (one.place < other.place ? 1 : -1));
  const ahead = ({ rows = [] }: Source) => rows.filter((one) => !isShown(one)).length;
  return {
    rows: sources.every((source) => source.rows) ? rows : undefined,
    error: sources.find(({ rows, error }) => error && !rows)?.error ?? null,
    hasNextPage: unread.length > 0,
    isFetchingNextPage: sources.some(({ isFetchingNextPage }) => isFetchingNextPage),
    /** A source with more rows has loaded none: nothing can be shown before it does. */
    isBlocked: edge === BEFORE_ALL && unread.every(({ isFetchingNextPage }) => !isFetchingNextPage),
    fetchNextPage: () => {
      for (const source of unread) if (ahead(source) < ENOUGH_AHEAD) source.fetchNextPage();
    },
  };
}

/** Sorts after every time. */
const BEFORE_ALL = '~';

const later = (one: string, other: string) => (one > other ? one : other);
