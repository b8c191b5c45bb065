import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { Connection } from './connection.ts';

/**
 * For reads: the writer's connection between its transactions, otherwise one of their own. Both see
 * exactly what is committed, but a commit empties the page cache of every other connection.
 */
export class ReadingConnection extends Connection {
  readonly #writing: Connection;

  constructor(own: Database, writing: Connection) {
    super(own);
    own.run('pragma query_only = on');
    this.#writing = writing;
  }

  override run<R>(sql: string, bindings: SQLQueryBindings[]) {
    // A read-only connection refuses everything but a query.
    const isQuery = sql.startsWith('select ');
    if (!isQuery || this.#writing.db.inTransaction) return super.run<R>(sql, bindings);
    return this.#writing.run<R>(sql, bindings);
  }
}
