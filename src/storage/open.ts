import { Database } from 'bun:sqlite';
import { Kysely } from 'kysely';
import { countChanges } from './changes.ts';
import { Connection, sqliteDialect } from './dialect.ts';
import { groupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { runsPrepared } from './prepared.ts';
import { ReadingConnection } from './reading.ts';
import type { Tables } from './tables.ts';

export type Tx = Kysely<Tables>;
export type Store = Awaited<ReturnType<typeof openStore>>;

/** Opens the database file. Who reads sees what is committed and nothing else. */
export async function openStore(file: string) {
  const writing = connect(file);
  writing.run('pragma journal_mode = wal');
  // NORMAL loses acknowledged writes in a power cut; the group commit pays for FULL.
  writing.run('pragma synchronous = full');
  writing.run('pragma foreign_keys = on');
  const connection = new Connection(writing);
  const writer = kysely(connection);
  await migrate(writing, writer, file);

  const read = kysely(new ReadingConnection(connect(file), connection));
  const { commit, commits, end } = groupCommit(writing, writer, countChanges(writing, writer));
  return {
    read,
    commit,
    commits,
    async close() {
      await end();
      await read.destroy();
      optimize(writing);
      await writer.destroy();
    },
  };
}

/** New statistics for the query planner. A full disk goes without them: what is stored is whole. */
function optimize(db: Database): void {
  try {
    db.run('pragma optimize');
  } catch {
    // The next close tries again.
  }
}

function connect(file: string): Database {
  const db = new Database(file, { create: true });
  db.run('pragma busy_timeout = 5000');
  db.run('pragma cache_size = -16000');
  db.run('pragma temp_store = memory');
  return db;
}

function kysely(connection: Connection): Kysely<Tables> {
  const built = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  runsPrepared(built, connection);
  return built;
}
