import {
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Connection } from './connection.ts';

/**
 * Kysely on one connection of bun:sqlite. Its calls are synchronous, so no query waits for another:
 * the group commit owns the transactions.
 */
export const sqliteDialect = (connection: Connection): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new BunDriver(connection),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class Adapter extends SqliteAdapter {
  // Kysely's lock for a single connection wakes all waiting queries each time: n reads cost n².
  override get supportsMultipleConnections() {
    return true;
  }

  // Kysely's own adapter says false. An interrupted migration would leave half of its tables.
  override get supportsTransactionalDdl() {
    return true;
  }
}

class BunDriver implements Driver {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async releaseConnection() {}
  async beginTransaction() {
    this.#connection.db.run('begin');
  }
  async commitTransaction() {
    this.#connection.db.run('commit');
  }
  async rollbackTransaction() {
    // A disk error has already undone it, and is the error to report.
    const { db } = this.#connection;
    if (db.inTransaction) db.run('rollback');
  }
  async destroy() {
    this.#connection.close();
  }
}
