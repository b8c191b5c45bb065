/**
 * Full text in SQLite: an FTS5 trigram index over folded text, but for long texts. A query is never FTS syntax: each of
 * its words is one quoted phrase, which in a trigram index is a plain substring.
 */
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { type Parameter, prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** A trigram index can't be asked for less than three characters. */
const INDEXED_LENGTH = 3;
/** Each phrase is looked up in each slice of the index, so that many would cost more than they save. */
const MOST_PHRASES = 8;
/** A quarter of a megabyte of random letters takes SQLite a second to index; longer texts are read instead. */
const LONGEST_INDEXED = 8 * 1024;

type New = { id: string; text: string };
const seqOf = (db: Kysely<Tables>, parameter: Parameter<New>) =>
  db.selectFrom('messages').select('seq').where('id', '=', parameter('id'));

const insertText = prepared<New, never>((db, parameter) =>
  db.insertInto('message_search').values({ rowid: seqOf(db, parameter), text: parameter('text') }),
);

const insertLongText = prepared<New, never>((db, parameter) =>
  db
    .insertInto('long_texts')
    .values({ seq: sql<number>`(${seqOf(db, parameter)})`, text: parameter('text') }),
);

/** Makes a message's text searchable. */
export async function indexText(tx: Kysely<Tables>, id: string, text: string): Promise<void> {
  const folded = fold(text);
  await (folded.length > LONGEST_INDEXED ? insertLongText : insertText)(tx, { id, text: folded });
}

/** How to find the rows of a table that hold every one of the words, in any order. */
export type Looking = {
  holdsAll: Expression<SqlBool>;
  /** How often each text is read through. */
  reads: number;
};

/** Where to look, with the column that is the message's `seq`. */
export const texts = {
  message_search: 'message_search.rowid',
  long_texts: 'long_texts.seq',
} as const;

export function lookFor(table: keyof typeof texts, words: string[]): Looking {
  const phrases = table === 'message_search' ? phrasesOf(words) : [];
  const rest = words.filter((word) => !phrases.includes(word));
  const text = sql.ref(`${table}.text`);
  const holdsAll = allOf([
    ...(phrases.length > 0 ? [sql<SqlBool>`message_search match ${asQuery(phrases)}`] : []),
    ...rest.map((word) => sql<SqlBool>`instr(${text}, ${word}) > 0`),
  ]);
  return { holdsAll, reads: rest.length };
}

/** The longest words, as the rarest. */
const phrasesOf = (words: string[]) =>
  words
    .filter((word) => [...word].length >= INDEXED_LENGTH)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_PHRASES);

const asQuery = (phrases: string[]) =>
  phrases.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');

/** In halves of halves: SQLite refuses a row of many ANDs as a tree that is too deep. */
function allOf(conditions: Expression<SqlBool>[]): Expression<SqlBool> {
  const middle = Math.ceil(conditions.length / 2);
  const { and } = expressionBuilder<Tables, never>();
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
