import type { Database } from 'bun:sqlite';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The number of the last change that is on the disk, and of the last one taken by the open group. */
export type Changes = { committed: number; taken: number };

const countedBy = new WeakMap<Kysely<Tables>, Changes>();

/** Numbers the changes that are made through `writer`, on from those that the database has. */
export function countChanges(db: Database, writer: Kysely<Tables>): Changes {
  const [row] = db
    .query<{ value: number }, []>("select value from counters where name = 'changes'")
    .all();
  const changes = { committed: row?.value ?? 0, taken: row?.value ?? 0 };
  countedBy.set(writer, changes);
  return changes;
}

/**
 * Within a change: takes the next number, or the next `count` and returns their first. Numbers grow in
 * the order of the commits; what a failed change took is given back.
 */
export function nextChange(tx: Kysely<Tables>, count = 1): number {
  const changes = countedBy.get(tx);
  if (!changes) throw new Error('Changes are made within a commit');
  const first = changes.taken + 1;
  changes.taken += count;
  return first;
}

/** Within a group, before its commit. One row a group, not one a change: it is written for each message. */
export function noteChanges(db: Database, { committed, taken }: Changes): void {
  if (taken === committed) return;
  db.query("update counters set value = ? where name = 'changes'").run(taken);
}
