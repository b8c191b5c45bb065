import type { AuditEntry } from '../../core/audit/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { askerOf, sourcePart } from '../../core/messages/source.ts';
import type { Retracted } from '../../core/retractions/schema.ts';

/** `place` is its time and id, which order everything; `count` is how many questions the line is about. */
export type Happening = {
  place: string;
  at: string;
} & ({ message: Message; count: number } | { retracted: Retracted } | { entry: AuditEntry });

/** A paged list, latest first. */
export type Source = {
  enabled: boolean;
  rows: Happening[] | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** Keeps one line of everything that a session withdrew on a day, where the latest is. */
export function gathered(rows: readonly Happening[]): Happening[] {
  const lines = new Map<string, Happening>();
  for (const row of rows) {
    const key = withdrawnBy(row) ?? row.place;
    const line = lines.get(key);
    if (line && 'message' in line) lines.set(key, { ...line, count: line.count + 1 });
    else lines.set(key, row);
  }
  return [...lines.values()];
}

/** The key, the session and the day of a withdrawn question; null for anything else. */
function withdrawnBy(row: Happening): string | null {
  if (!('message' in row) || row.message.review?.status !== 'withdrawn') return null;
  const session = sourcePart(row.message, 'session');
  if (session === null) return null;
  return JSON.stringify([askerOf(row.message), session, new Date(row.at).toDateString()]);
}

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
