/**
 * Full text in SQLite: an FTS5 trigram index over folded text. A query is never FTS syntax: each of
 * its words is one quoted phrase, which in a trigram index is a plain substring.
 */
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** A trigram index can't be asked for less than three characters. */
const INDEXED_LENGTH = 3;

const insertText = prepared<{ id: string; text: string }, never>((db, parameter) =>
  db.insertInto('message_search').values({
    rowid: db.selectFrom('messages').select('seq').where('id', '=', parameter('id')),
    text: parameter('text'),
  }),
);

/** Makes a message's text searchable. */
export async function indexText(tx: Kysely<Tables>, id: string, text: string): Promise<void> {
  await insertText(tx, { id, text: fold(text) });
}

/** True for the rows of `message_search` that hold every one of the words, in any order. */
export function holdsEveryWord(words: string[]): Expression<SqlBool> {
  const isIndexed = (word: string) => [...word].length >= INDEXED_LENGTH;
  const phrases = words.filter(isIndexed).map((word) => `"${word.replaceAll('"', '""')}"`);
  const short = words.filter((word) => !isIndexed(word));
  return allOf([
    ...(phrases.length > 0 ? [sql<SqlBool>`message_search match ${phrases.join(' AND ')}`] : []),
    ...short.map((word) => sql<SqlBool>`instr(message_search.text, ${word}) > 0`),
  ]);
}

/** In halves of halves: SQLite refuses a row of many ANDs as a tree that is too deep. */
function allOf(conditions: Expression<SqlBool>[]): Expression<SqlBool> {
  const middle = Math.ceil(conditions.length / 2);
  const { and } = expressionBuilder<Tables, 'message_search'>();
  if (middle < 2) return and(conditions);
  return and([allOf(conditions.slice(0, middle)), allOf(conditions.slice(middle))]);
}

/** The words of a query, folded, each once; none for an empty query. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/u).filter(Boolean))];
}

/**
 * Case goes; so do the sigma that JS folds by its place, and NUL, at which SQLite stops reading: it
 * counts as U+10FFFF, which Unicode keeps free of any character.
 */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('\0', '\u{10ffff}');
}
