/** The log of events on the disk. */
import type { Database } from 'bun:sqlite';
import type { EventLog } from '../event-log.ts';

/** Returns the number of the last event. */
export function lastSeqIn(db: Database): number {
  const [row] = db
    .query<{ value: number }, []>("select value from counters where name = 'changes'")
    .all();
  return row?.value ?? 0;
}

/** Called within a group, before its commit. */
export function writeEvents(db: Database, { committed, taken, rows }: EventLog): void {
  if (taken === committed) return;
  const insert = db.query(
    'insert into events (seq, at, event, "channelId", "subjectId", actor, payload) values (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { seq, at, event, channelId, subjectId, actor, payload } of rows) {
    insert.run(seq, at, event, channelId, subjectId, actor, payload);
  }
  db.query("update counters set value = ? where name = 'changes'").run(taken);
}
