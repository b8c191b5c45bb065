/** A connection of bun:sqlite, on which Kysely runs queries. */
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { explained } from './unreadable.ts';

const KEPT_STATEMENTS = 500;

export class Connection implements DatabaseConnection {
  readonly db: Database;
  readonly #kept = new Map<string, ReturnType<typeof prepare>>();

  constructor(db: Database) {
    this.db = db;
  }

  async executeQuery<R>({
    sql,
    parameters,
  }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    return this.run(sql, parameters as SQLQueryBindings[]);
  }

  /** Returns the rows of a prepared query: not by a promise, which would cost every query a turn of the microtasks. */
  rows<R>(sql: string, parameters: readonly unknown[]): R[] | Promise<R[]> {
    return this.run<R>(sql, parameters as SQLQueryBindings[]).rows;
  }

  run<R>(sql: string, bindings: SQLQueryBindings[]): QueryResult<R> {
    try {
      return this.#run<R>(sql, bindings);
    } catch (error) {
      throw explained(this.db.filename, error);
    }
  }

  #run<R>(sql: string, bindings: SQLQueryBindings[]): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql);
    // Runs to its end, for RETURNING as well: a statement left halfway would keep the transaction
    // open.
    if (hasRows) return { rows: statement.all(...bindings) as R[] };
    const { changes, lastInsertRowid } = statement.run(...bindings);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: nobody streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries are not streamed');
  }

  /** An open statement would keep the file open, and its log. */
  close(): void {
    this.#forget();
    this.db.close();
  }

  #forget(): void {
    for (const { statement } of this.#kept.values()) statement.finalize();
    this.#kept.clear();
  }

  /** Preparing a statement costs as much as running it. */
  #prepare(sql: string) {
    const kept = this.#kept.get(sql);
    if (kept) return kept;
    // Only lists of many different lengths reach this limit: statements in use are soon prepared
    // again.
    if (this.#kept.size >= KEPT_STATEMENTS) this.#forget();
    const prepared = prepare(this.db, sql);
    this.#kept.set(sql, prepared);
    return prepared;
  }
}

function prepare(db: Database, sql: string) {
  const statement = db.prepare(sql);
  return { statement, hasRows: statement.columnNames.length > 0 };
}
