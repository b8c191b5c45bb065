/**
 * Ten thousand concurrent reads through our dialect, and with the lock that Kysely and kysely-bun-sqlite put
 * around a single connection: `bun run bench dialect`.
 */
import { Database } from 'bun:sqlite';
import { type Dialect, Kysely, type SqliteAdapter, sql } from 'kysely';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../../src/storage/sqlite/dialect.ts';
import { report, reportMachine } from './support/report.ts';

const READS = 10_000;

const ours = () => sqliteDialect(new Connection(new Database(':memory:')));

/** Lets Kysely lock its only connection. */
function locked(): Dialect {
  const dialect = ours();
  const createAdapter = () =>
    Object.create(dialect.createAdapter(), {
      supportsMultipleConnections: { value: false },
    }) as SqliteAdapter;
  return { ...dialect, createAdapter };
}

async function secondsOf(dialect: Dialect): Promise<number> {
  await using db = new Kysely<unknown>({ dialect });
  const read = () => sql`select 1`.execute(db);
  await read();
  const at = performance.now();
  await Promise.all(Array.from({ length: READS }, read));
  return (performance.now() - at) / 1000;
}

reportMachine();
const seconds = await secondsOf(ours());
report(`${READS} concurrent reads`, seconds, 's', { atMost: 1 });
report('with a lock that wakes all who wait', await secondsOf(locked()), 's');
