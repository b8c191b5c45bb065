/** A database in memory that is upgraded step by step, as those of earlier versions are. */
import { Database } from 'bun:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Connection } from '../../../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../../../src/storage/sqlite/dialect.ts';
import { migrations } from '../../../src/storage/sqlite/migrations/index.ts';

export function testMigrating() {
  const db = new Database(':memory:');
  const kysely = new Kysely({ dialect: sqliteDialect(new Connection(db)) });
  return {
    db,
    /** Runs the migrations whose names come before that one. */
    migrateUpTo(last: string) {
      const some = Object.entries(migrations).filter(([name]) => name < last);
      const provider = { getMigrations: async () => Object.fromEntries(some) };
      return new Migrator({ db: kysely, provider }).migrateToLatest();
    },
    [Symbol.asyncDispose]: () => kysely.destroy(),
  };
}
