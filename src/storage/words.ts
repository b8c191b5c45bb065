/** What each engine says in its own way: SQL that another would not understand, or not run as fast. */
import type { Expression, RawBuilder } from 'kysely';
import type { TextIndex } from './search.ts';
import type { RowsOf, Tx } from './store.ts';
import type { Tables } from './tables.ts';

/** A list as one parameter, JSON text: a query that names its values one by one is another for each length. */
export type JsonList = string;

export type Words = {
  /** A statement as it is best prepared to be run again and again. */
  planOnce(sql: string): string;
  /** Runs a statement past Kysely's executor, which costs as much as the statement. */
  run<R>(sql: string, parameters: readonly unknown[]): R[];
  /** The values of a list, to stand behind `in`. */
  valuesOf(list: Expression<JsonList>): RawBuilder<string>;
  /** Where a value is in the list, from 0. A column needs its table's name. */
  positionIn(list: Expression<JsonList>, value: Expression<string>): RawBuilder<number>;
  /** The later of a time and that in a column. */
  later(at: string | Expression<string>, column: string): RawBuilder<string>;
  /** Of each channel in the list its page, not yet in order: all at once would be sorted as a whole. */
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
