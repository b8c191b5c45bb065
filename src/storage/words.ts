/** What each engine says in its own way. */
import type { Tx } from './store.ts';

export type Words = {
  /** A statement as it is best prepared to be run again and again. */
  planOnce(sql: string): string;
  /** Runs a statement past Kysely's executor, which costs as much as the statement. */
  run<R>(sql: string, parameters: readonly unknown[]): R[];
};

const known = new WeakMap<Tx, Words>();

export const speaks = (db: Tx, words: Words) => known.set(db, words);

export function wordsOf(db: Tx): Words {
  const words = known.get(db);
  if (!words) throw new Error('This database runs no prepared queries');
  return words;
}
