import type { SQLQueryBindings } from 'bun:sqlite';
import type { Words } from '../words.ts';
import type { Connection } from './connection.ts';

export const sqliteWords = (connection: Connection): Words => ({
  /**
   * A plus does nothing but hide a parameter from the planner: SQLite compiles a query anew at each run
   * when what is bound might change its plan (https://sqlite.org/c3ref/prepare.html). Not for all queries:
   * one whose constant must be seen to fit a partial index would read the whole table.
   */
  planOnce: (sql) => sql.replaceAll('?', '+?'),
  run: <R>(sql: string, parameters: readonly unknown[]) =>
    connection.run<R>(sql, parameters as SQLQueryBindings[]).rows,
});
