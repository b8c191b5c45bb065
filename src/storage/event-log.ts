/** The log of events: numbered without a gap, in the order of the commits. */
import type { Kysely } from 'kysely';
import type { Row, Tables } from './tables.ts';

export type EventRow = Row<'events'>;

/** The last number that is on the disk, the last that the open group has taken, and its events. */
export type EventLog = { committed: number; taken: number; rows: EventRow[] };

const logs = new WeakMap<Kysely<Tables>, EventLog>();

/** Numbers the events of the changes that are made through `writer`, on from `committed`. */
export function numberEvents(writer: Kysely<Tables>, committed: number): EventLog {
  const log: EventLog = { committed, taken: committed, rows: [] };
  logs.set(writer, log);
  return log;
}

/**
 * Within a change: takes the next number, or the next `count` and returns their first. Each must be
 * logged by the end of the change; what a failed change took is given back.
 */
export function nextSeq(tx: Kysely<Tables>, count = 1): number {
  const log = logOf(tx);
  const first = log.taken + 1;
  log.taken += count;
  return first;
}

/** Within a change: the event is written with its group. */
export function logEvent(tx: Kysely<Tables>, row: EventRow): void {
  const { rows, committed, taken } = logOf(tx);
  const expected = committed + rows.length + 1;
  if (row.seq !== expected || row.seq > taken) {
    throw new Error(`${row.event} is logged as ${row.seq} instead of ${expected}`);
  }
  rows.push(row);
}

/** Within a change, at its end. */
export function mustBeLogged(tx: Kysely<Tables>): void {
  const { committed, taken, rows } = logOf(tx);
  if (taken === committed + rows.length) return;
  throw new Error(`${taken - committed - rows.length} numbers were taken and no event logged`);
}

/** What the group took stands, or is given back. */
export function closeGroup(log: EventLog, outcome: 'committed' | 'undone'): void {
  if (outcome === 'committed') log.committed = log.taken;
  else log.taken = log.committed;
  log.rows = [];
}

/** To give back what one write of the group takes from here on. */
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
