/** The log of events: numbered without a gap, in the order of the commits. */
import type { Kysely } from 'kysely';
import type { Row, Tables } from './tables.ts';

export type EventRow = Row<'events'>;

/**
 * The number of the last event on the disk, the last one that the open group has taken, and the
 * group's events.
 */
export type EventLog = { committed: number; taken: number; rows: EventRow[] };

const logs = new WeakMap<Kysely<Tables>, EventLog>();

/** Numbers the events of changes made through `writer`, continuing after `committed`. */
export function numberEvents(writer: Kysely<Tables>, committed: number): EventLog {
  const log: EventLog = { committed, taken: committed, rows: [] };
  logs.set(writer, log);
  return log;
}

/**
 * Takes the next number for an event of a change, or the next `count`, and returns the first. Each must
 * be logged by the end of the change; a failed change gives them back.
 */
export function nextSeq(tx: Kysely<Tables>, count = 1): number {
  const log = logOf(tx);
  const first = log.taken + 1;
  log.taken += count;
  return first;
}

/** Adds an event of a change, which is written with its group. */
export function logEvent(tx: Kysely<Tables>, row: EventRow): void {
  const { rows, committed, taken } = logOf(tx);
  const expected = committed + rows.length + 1;
  if (row.seq !== expected || row.seq > taken) {
    throw new Error(`${row.event} is logged as ${row.seq} instead of ${expected}`);
  }
  rows.push(row);
}

/** Called at the end of a change. */
export function mustBeLogged(tx: Kysely<Tables>): void {
  const { committed, taken, rows } = logOf(tx);
  if (taken === committed + rows.length) return;
  throw new Error(`${taken - committed - rows.length} numbers were taken and no event logged`);
}

/** Identifies the group of a change. */
export const groupOf = (tx: Kysely<Tables>): object => logOf(tx).rows;

/** Keeps the numbers and events that the group took, or gives them back. */
export function closeGroup(log: EventLog, outcome: 'committed' | 'undone'): void {
  if (outcome === 'committed') log.committed = log.taken;
  else log.taken = log.committed;
  log.rows = [];
}

/** Returns a function that gives back everything the group takes after this. */
export function markOf(log: EventLog): () => void {
  const { taken } = log;
  const { length } = log.rows;
  return () => {
    log.taken = taken;
    log.rows.length = length;
  };
}

function logOf(tx: Kysely<Tables>): EventLog {
  const log = logs.get(tx);
  if (!log) throw new Error('Events are logged within a commit');
  return log;
}
