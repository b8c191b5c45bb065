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

/** SQLite knows how long a text is without reading it. */
export async function bytesIn(
  db: Kysely<Tables>,
  table: keyof typeof texts,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const texts =
    table === 'long_texts'
      ? sql`select text, seq from long_texts`
      : // Where FTS5 keeps the rows of its table.
        sql`select c0 as text, id as seq from message_search_content`;
  const bytes = sql<number>`coalesce(sum(octet_length(text)), 0)`;
  const { rows } = await sql<{ bytes: number }>`select ${bytes} as bytes from (${texts})
    where seq > ${from} and seq <= ${to}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Of these messages, by `seq`, those in which every one of the words is found. */
export async function seqsThatHold(
  db: Kysely<Tables>,
  seqs: number[],
  words: string[],
): Promise<Set<number>> {
  const rowsOf = (table: keyof typeof texts) => {
    const seq = sql.ref<number>(texts[table]);
    const text = sql.ref(`${table}.text`);
    return db
      .selectFrom(table)
      .select(seq.as('seq'))
      .where(seq, 'in', seqs)
      .where(allOf(words.map((word) => sql<SqlBool>`instr(${text}, ${word}) > 0`)))
      .execute();
  };
  const rows = [...(await rowsOf('message_search')), ...(await rowsOf('long_texts'))];
  return new Set(rows.map(({ seq }) => seq));
}

/** Where each of the words stands first in a text; -1 where it doesn't. Folding may move it a little. */
export function placesOf(text: string, words: string[]): number[] {
  const folded = fold(text);
  return words.map((word) => folded.indexOf(word));
}

/**
 * Makes a message searchable by more words than its text. A long text stays in the index besides: to
 * take it out would take SQLite as long as to put it in.
 */
export async function indexAgain(
  tx: Kysely<Tables>,
  { id, seq, text }: { id: string; seq: number; text: string | null },
  words: string,
): Promise<void> {
  const isLong = (text ?? '').length > LONGEST_INDEXED;
  if (!isLong) await tx.deleteFrom('message_search').where('rowid', '=', seq).execute();
  await tx.deleteFrom('long_texts').where('seq', '=', seq).execute();
  await indexText(tx, id, words);
}

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
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('\0', '\u{10ffff}');
}
