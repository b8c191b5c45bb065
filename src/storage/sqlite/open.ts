import { Database } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { numberEvents } from '../event-log.ts';
import { makePrivateFile } from '../private.ts';
import type { Look, Store } from '../store.ts';
import { syncDirectory } from '../sync.ts';
import type { Tables } from '../tables.ts';
import { speaks } from '../words.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { lastSeqIn } from './events.ts';
import { groupCommit } from './group.ts';
import { migrate, mustBeOurs, type Upgrade } from './migrate.ts';
import { ReadingConnection } from './reading.ts';
import schema from './schema.sql' with { type: 'text' };
import { sizeOf } from './size.ts';
import { copyDatabase } from './snapshot.ts';
import { explainedAtOpening, mustHaveNoLog, mustHoldDatabase } from './unreadable.ts';
import { sqliteWords } from './words.ts';

/** Opens the database file, or creates it. Reads see only what is committed. */
export async function openStore(file: string, upgrade: Upgrade = {}): Promise<Store> {
  try {
    if (!existsSync(file)) createDatabase(file);
    mustHoldDatabase(file);
    return await openDatabase(file, upgrade);
  } catch (error) {
    throw explainedAtOpening(file, error);
  }
}

/** Opens a database of any version to read it, and does not change it. */
export function openAsIs(file: string): Look {
  mustHoldDatabase(file);
  const db = connect(file);
  try {
    db.run('pragma query_only = on');
    mustBeOurs(db, file);
    const connection = new Connection(db);
    // Kysely does not close a connection that it has never used.
    return { ...asFile(file), read: kysely(connection), close: async () => connection.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

const asFile = (file: string): Pick<Look, 'snapshot' | 'size'> => ({
  snapshot: async (to) => copyDatabase(file, to),
  size: () => sizeOf(file),
});

/**
 * Gives the file its name only once it is complete: an interrupted start leaves nothing that looks
 * like an inbox.
 */
function createDatabase(file: string): void {
  mustHaveNoLog(file);
  const part = `${file}.part`;
  for (const left of [part, `${file}-wal`, `${file}-shm`]) rmSync(left, { force: true });
  makePrivateFile(part);
  const db = connect(part);
  db.run('pragma journal_mode = memory');
  db.run('pragma synchronous = off');
  try {
    db.transaction(() => db.run(schema))();
  } finally {
    db.close();
  }
  const descriptor = openSync(part, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, file);
  syncDirectory(dirname(file));
}

async function openDatabase(file: string, upgrade: Upgrade) {
  const writing = connect(file);
  try {
    mustBeOurs(writing, file);
    return await openWith(writing, file, upgrade);
  } catch (error) {
    // An open connection would keep a log beside a refused database.
    writing.close();
    throw error;
  }
}

async function openWith(writing: Database, file: string, upgrade: Upgrade): Promise<Store> {
  writing.run('pragma journal_mode = wal');
  // NORMAL loses acknowledged writes in a power cut; the group commit makes FULL affordable.
  writing.run('pragma synchronous = full');
  writing.run('pragma foreign_keys = on');
  const connection = new Connection(writing);
  const writer = kysely(connection);
  await migrate(writing, writer, file, upgrade);

  const read = kysely(new ReadingConnection(connect(file), connection));
  const log = numberEvents(writer, lastSeqIn(writing));
  const { commit, commits, end } = groupCommit(writing, writer, log);
  return {
    ...asFile(file),
    read,
    commit,
    async erasing(run) {
      writing.run('pragma secure_delete = on');
      const done = await run().finally(() => writing.run('pragma secure_delete = off'));
      // The write-ahead log has the former content, too.
      writing.run('pragma wal_checkpoint(truncate)');
      return done;
    },
    commits,
    lastSeq: () => log.committed,
    async close() {
      await end();
      await read.destroy();
      optimize(writing);
      await writer.destroy();
    },
  };
}

/**
 * Collects new statistics for the query planner. On a full disk it is skipped: the data is complete
 * without.
 */
function optimize(db: Database): void {
  try {
    db.run('pragma optimize');
  } catch {
    // The next close tries again.
  }
}

function connect(file: string): Database {
  const db = new Database(file, { readwrite: true, create: false });
  db.run('pragma busy_timeout = 5000');
  db.run('pragma cache_size = -16000');
  db.run('pragma temp_store = memory');
  return db;
}

function kysely(connection: Connection): Kysely<Tables> {
  const built = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  speaks(built, sqliteWords(connection));
  return built;
}
