/** The log in memory: its id, the starts that wrote it, and how far it was announced. */
import type { HeldCount } from '../held-count.ts';
import type { Waiter } from '../reviews/waiters.ts';
import { FIRST, type Kept } from './start-note.ts';

export type LogState = {
  /** `<log>.<word>` of this start. Opaque to clients. */
  id: string;
  kept: Kept;
  announced: number;
  /** The long polls waiting for the next event. */
  waiters: Set<Waiter>;
  /** The requests that wait for events: long polls and streams. */
  held: HeldCount;
  isClosed: boolean;
  /** Called at most once a second while it grows, and once it has ended. */
  note: () => void;
  noting: NodeJS.Timeout | null;
};

export const idOf = (log: string, word: string) => (word === FIRST ? log : `${log}.${word}`);

/** Whether this is the first start of its database. */
export const isNew = ({ kept }: LogState): boolean => kept.starts.length === 1;

/** Returns the last event of the start with this id; null if it belongs to another history. */
export function endOf({ kept, announced }: LogState, id: string): number | null {
  const { log, starts } = kept;
  const index = starts.findIndex(({ word }) => idOf(log, word) === id);
  return index === -1 ? null : (starts[index + 1]?.from ?? announced);
}

const NOTE_MS = 1000;

/** Called with each event that has been announced, in order. */
export function noteAnnounced(log: LogState, seq: number): void {
  log.announced = seq;
  if (log.noting !== null || log.isClosed) return;
  log.noting = setTimeout(() => {
    log.noting = null;
    log.note();
  }, NOTE_MS);
  log.noting.unref();
}

/** Called once nothing more is announced. */
export function closeLog(log: LogState): void {
  clearTimeout(log.noting ?? undefined);
  log.note();
}
