/**
 * Full-text search in SQLite: an FTS5 trigram index over folded text, except for long texts. A
 * query is never FTS syntax: each of its words is one quoted phrase, which in a trigram index is a
 * plain substring.
 */
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { type Parameter, prepared } from '../prepared.ts';
import {
  type Found,
  fold,
  type Indexed,
  type Range,
  type Search,
  type TextIndex,
} from '../search.ts';
import type { Row, Tables } from '../tables.ts';
import { slicesOf } from './slices.ts';

/** A trigram index can't find fewer than three characters. */
const INDEXED_LENGTH = 3;
/**
 * Each phrase is looked up in each slice of the index, so that many phrases would cost more than
 * they save.
 */
const MOST_PHRASES = 8;
/** The letters of a word that are looked up; each takes time in each slice. */
const LONGEST_PHRASE = 100;
/**
 * SQLite takes a second to index a quarter of a megabyte of random letters; longer texts are read
 * instead.
 */
const LONGEST_INDEXED = 8 * 1024;

/** The tables of texts; the row of each is the `seq` of its message. */
type TextTables = {
  /** The index, folded for comparison. */
  message_search: { rowid: number; text: string };
  /** Texts too long for the index. */
  long_texts: { seq: number; text: string };
};
type Place = keyof TextTables;

const seqIn = { message_search: 'message_search.rowid', long_texts: 'long_texts.seq' } as const;

export const texts: TextIndex = { add, addAgain, search, seqsThatHold };

type New = { id: string; text: string };
const seqOf = (db: Kysely<Tables>, parameter: Parameter<New>) =>
  db.selectFrom('messages').select('seq').where('id', '=', parameter('id'));

const insertText = prepared<New, never>((db, parameter) =>
  db
    .withTables<TextTables>()
    .insertInto('message_search')
    .values({ rowid: seqOf(db, parameter), text: parameter('text') }),
);

const insertLongText = prepared<New, never>((db, parameter) =>
  db
    .withTables<TextTables>()
    .insertInto('long_texts')
    .values({ seq: sql<number>`(${seqOf(db, parameter)})`, text: parameter('text') }),
);

async function add(tx: Kysely<Tables>, id: string, text: string): Promise<void> {
  const insert = text.length > LONGEST_INDEXED ? insertLongText : insertText;
  await insert(tx, { id, text: fold(text) });
}

/** A long text stays in the index as well: removing it would take SQLite as long as adding it. */
async function addAgain(
  tx: Kysely<Tables>,
  { id, seq, text }: Indexed,
  words: string,
): Promise<void> {
  const isLong = (text ?? '').length > LONGEST_INDEXED;
  const db = tx.withTables<TextTables>();
  if (!isLong) await db.deleteFrom('message_search').where('rowid', '=', seq).execute();
  await db.deleteFrom('long_texts').where('seq', '=', seq).execute();
  await add(tx, id, words);
}

/** Two queries for each slice: one of the index, one of the long texts. */
async function* search(db: Kysely<Tables>, search: Search): AsyncGenerator<Found[]> {
  const indexed = lookFor('message_search', search.words);
  const long = lookFor('long_texts', search.words);
  for await (const range of slicesOf(db, search, indexed.reads)) {
    yield [
      foundIn(db, 'message_search', indexed.holdsAll, range),
      foundIn(db, 'long_texts', long.holdsAll, range),
    ];
  }
}

function foundIn(
  db: Kysely<Tables>,
  place: Place,
  holdsAll: Expression<SqlBool>,
  { from, to }: Range,
): Found {
  const seq = sql.ref<number>(seqIn[place]);
  // With an inner join, SQLite could start with all messages that the caller narrows to, in each
  // slice again.
  const both = sql<Row<'messages'>>`${sql.table(place)} cross join messages`.as('messages');
  const messages = db
    .selectFrom(both)
    .where('messages.seq', '=', seq)
    .where(holdsAll)
    .where(seq, '>', from)
    .where(seq, '<=', to);
  return { messages, seq };
}

/** The plan to find the rows that contain all of the words, in any order. */
type Looking = {
  holdsAll: Expression<SqlBool>;
  /** The number of times each text is read. */
  reads: number;
};

function lookFor(place: Place, words: string[]): Looking {
  const phrases = place === 'message_search' ? phrasesOf(words) : [];
  const rest = words.filter((word) => !phrases.includes(word));
  const begun = phrases.filter((word) => beginOf(word) !== word);
  const holdsAll = allOf([
    ...(phrases.length > 0 ? [sql<SqlBool>`message_search match ${asQuery(phrases)}`] : []),
    ...holding(place, [...rest, ...begun]),
  ]);
  return { holdsAll, reads: rest.length };
}

const holding = (place: Place, words: string[]) =>
  words.map((word) => sql<SqlBool>`instr(${sql.ref(`${place}.text`)}, ${word}) > 0`);

/** The longest words, which are probably the rarest. */
const phrasesOf = (words: string[]) =>
  words
    .filter((word) => [...word].length >= INDEXED_LENGTH)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_PHRASES);

const asQuery = (phrases: string[]) =>
  phrases.map((word) => `"${beginOf(word).replaceAll('"', '""')}"`).join(' AND ');

const beginOf = (word: string) => [...word].slice(0, LONGEST_PHRASE).join('');

async function seqsThatHold(
  db: Kysely<Tables>,
  seqs: number[],
  words: string[],
): Promise<Set<number>> {
  const rowsOf = (place: Place) => {
    const seq = sql.ref<number>(seqIn[place]);
    return db
      .withTables<TextTables>()
      .selectFrom(place)
      .select(seq.as('seq'))
      .where(seq, 'in', seqs)
      .where(allOf(holding(place, words)))
      .execute();
  };
  const rows = [...(await rowsOf('message_search')), ...(await rowsOf('long_texts'))];
  return new Set(rows.map(({ seq }) => seq));
}

/** As a balanced tree: SQLite refuses a chain of many ANDs as a tree that is too deep. */
function allOf(conditions: Expression<SqlBool>[]): Expression<SqlBool> {
  const middle = Math.ceil(conditions.length / 2);
  const { and } = expressionBuilder<Tables, never>();
  if (middle < 2) return and(conditions);
  return and([allOf(conditions.slice(0, middle)), allOf(conditions.slice(middle))]);
}
