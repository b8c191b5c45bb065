import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { Connection } from './connection.ts';

/**
 * For reads: the writer's connection between its transactions, else one of their own. On both one sees
 * what is committed and nothing else, but a commit empties the page cache of every other connection.
 */
export class ReadingConnection extends Connection {
  readonly #writing: Connection;

  constructor(own: Database, writing: Connection) {
    super(own);
    own.run('pragma query_only = on');
    this.#writing = writing;
  }

  override run<R>(sql: string, bindings: SQLQueryBindings[]) {
    // What is no query is refused by a connection that only reads.
    const isQuery = sql.startsWith('select ');
    if (!isQuery || this.#writing.db.inTransaction) return super.run<R>(sql, bindings);
    return this.#writing.run<R>(sql, bindings);
  }
}
