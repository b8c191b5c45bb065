/** SQL in the dialect of each engine: another engine would not understand it, or not run it as fast. */
import type { Expression, RawBuilder } from 'kysely';
import type { TextIndex } from './search.ts';
import type { RowsOf, Tx } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * A list as one parameter, JSON text: a query with a parameter for each value would be a different
 * one for each length.
 */
export type JsonList = string;

export type Words = {
  /** Prepares a statement for being run again and again. */
  planOnce(sql: string): string;
  /** Runs a statement without Kysely's executor, which costs as much as the statement. */
  run<R>(sql: string, parameters: readonly unknown[]): R[] | Promise<R[]>;
  /** Returns the values of a list, to put after `in`. */
  valuesOf(list: Expression<JsonList>): RawBuilder<string>;
  /** Returns the position of a value in the list, from 0. A column needs its table's name. */
  positionIn(list: Expression<JsonList>, value: Expression<string>): RawBuilder<number>;
  /** Returns the size of a text as JSON, in bytes, counting at most `atMost` bytes of the text. */
  jsonBytes(text: Expression<unknown>, atMost: number): RawBuilder<number | null>;
  /** Returns the later of a time and the one in a column. */
  later(at: string | Expression<string>, column: string): RawBuilder<string>;
  /**
   * Returns the page of each channel in the list, not yet in order: a single query would sort all
   * rows.
   */
  pageOfChannels<Table extends PagedTable>(
    db: Tx,
    table: Table,
    page: PageOfChannels<Table>,
  ): RowsOf<Table>;
  texts: TextIndex;
};

export type PagedTable = 'messages' | 'reviews' | 'retracted';
export type PageOfChannels<Table extends PagedTable> = {
  channels: Expression<JsonList>;
  id: `${Table}.${keyof Tables[Table] & string}`;
  /** Selects the ids of one channel's page. */
  idsOf: (channel: Expression<string>) => Expression<unknown>;
};

const known = new WeakMap<Tx, Words>();

export const speaks = (db: Tx, words: Words) => known.set(db, words);

export function sqlOf(db: Tx): Words {
  const words = known.get(db);
  if (!words) throw new Error('This database runs no prepared queries');
  return words;
}
