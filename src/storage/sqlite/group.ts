import { type Database, SQLiteError } from 'bun:sqlite';
import type { Kysely } from 'kysely';
import { closeGroup, type EventLog, markOf } from '../event-log.ts';
import { StorageUnavailable, UnreadableDatabase } from '../store.ts';
import type { Tables } from '../tables.ts';
import { writeEvents } from './events.ts';
import { explained } from './unreadable.ts';

type Run<T> = (tx: Kysely<Tables>) => Promise<T>;
type Write = {
  run: Run<unknown>;
  outcome?: { ok: true; value: unknown } | { ok: false; error: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** The most writes that share an fsync, so that the last of a flood is still answered soon. */
const LARGEST_GROUP = 512;
/**
 * Writing a group blocks all others: writes that have not started within this time go into the next
 * one.
 */
const LONGEST_GROUP_MS = 20;

/**
 * Runs writes one after another, those of one turn of the event loop in one durable transaction. A
 * write that fails undoes only itself: the group is then run again, each write in a savepoint, so a
 * write may run twice, and must do nothing but write. The promises settle after the commit, in the
 * order of the writes.
 */
export function groupCommit(db: Database, writer: Kysely<Tables>, log: EventLog) {
  let queue: Write[] = [];
  let draining: Promise<void> | undefined;
  let ended = false;
  let refused = 0;
  const groupsOf: number[] = new Array(LARGEST_GROUP + 1).fill(0);

  async function drain() {
    while (queue.length > 0) {
      await new Promise(setImmediate);
      const begun = await commitGroup({ db, writer, log }, queue.slice(0, LARGEST_GROUP));
      queue = queue.slice(begun.writes);
      groupsOf[begun.writes] = (groupsOf[begun.writes] ?? 0) + 1;
      if (!begun.stored) refused++;
    }
    draining = undefined;
  }

  return {
    commit<T>(run: Run<T>): Promise<T> {
      if (ended) return Promise.reject(new StorageUnavailable('The store is closed'));
      return new Promise<T>((resolve, reject) => {
        queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    /**
     * `groupsOf[n]` is the number of groups with n writes, `refused` the number that the disk
     * refused.
     */
    commits: () => ({ queued: queue.length, groupsOf: groupsOf as readonly number[], refused }),
    /** Accepts no more writes, and resolves once all earlier ones are settled. */
    async end(): Promise<void> {
      ended = true;
      await draining;
    },
  };
}

type Writing = { db: Database; writer: Kysely<Tables>; log: EventLog };

/** Returns how many of the writes ran, and whether the disk stored them. */
async function commitGroup(to: Writing, writes: Write[]) {
  let group = writes;
  try {
    // FTS5 flushes at each savepoint, which costs more than everything else.
    await inTransaction(to, writes, (write) => runOne(to.writer, write))
      .catch((error) => {
        if (isOfTheDisk(error)) throw error;
        return inTransaction(to, writes, (write) => runApart(to, write));
      })
      .then((count) => {
        group = writes.slice(0, count);
      });
  } catch (error) {
    if (isOfTheDisk(error)) overwriteFailed(to.db);
    const why = explained(to.db.filename, error);
    const refusal =
      why instanceof UnreadableDatabase
        ? why
        : new StorageUnavailable('Nothing was stored', { cause: why, isFull: isFull(why) });
    for (const write of group) write.reject(refusal);
    return { writes: group.length, stored: false };
  }
  for (const { outcome, resolve, reject } of group) {
    if (outcome?.ok) resolve(outcome.value);
    else reject(outcome?.error);
  }
  return { writes: group.length, stored: true };
}

/**
 * A commit that was written but could not be synced stays complete in the write-ahead log until the
 * next one overwrites it: after a kill, the next process would find it there and restore it.
 */
function overwriteFailed(db: Database): void {
  try {
    db.run('pragma user_version = 0');
  } catch {
    // The disk still fails; but whatever part of this was written has overwritten the commit.
  }
}

/**
 * Runs the writes until the time is up; returns how many ran. `query` reuses prepared statements;
 * `run` would prepare these for each group.
 */
async function inTransaction(
  { db, log }: Writing,
  writes: Write[],
  run: (write: Write) => Promise<void>,
): Promise<number> {
  const until = performance.now() + LONGEST_GROUP_MS;
  let count = 0;
  try {
    db.query('begin immediate').run();
    for (const write of writes) {
      await run(write);
      count++;
      if (performance.now() > until) break;
    }
    writeEvents(db, log);
    db.query('commit').run();
    closeGroup(log, 'committed');
    return count;
  } catch (error) {
    closeGroup(log, 'undone');
    if (db.inTransaction) db.query('rollback').run();
    throw error;
  }
}

async function runOne(writer: Kysely<Tables>, write: Write): Promise<void> {
  write.outcome = { ok: true, value: await write.run(writer) };
}

async function runApart({ db, writer, log }: Writing, write: Write): Promise<void> {
  const giveBack = markOf(log);
  db.query('savepoint one').run();
  try {
    await runOne(writer, write);
  } catch (error) {
    // A full disk or a failed read is not the write's fault, and may have undone its neighbours
    // too.
    if (!db.inTransaction || isOfTheDisk(error)) throw error;
    db.query('rollback to one').run();
    giveBack();
    write.outcome = { ok: false, error };
  }
  db.query('release one').run();
}

const isOfTheDisk = (error: unknown) =>
  error instanceof SQLiteError && /^SQLITE_(FULL|IOERR)/.test(error.code ?? '');

const isFull = (error: unknown) => error instanceof SQLiteError && error.code === 'SQLITE_FULL';
