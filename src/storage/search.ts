/** Full-text search: how texts and words are folded, and the operations of an engine's index. */
import type { Expression } from 'kysely';
import type { RowsOf, Tx } from './store.ts';

/** Rows of `messages`, by `seq`: after `from`, up to `to`. */
export type Range = { from: number; to: number };
/** The messages to search, for which folded words, and in which order. */
export type Search = { words: string[]; range: Range; isOldestFirst: boolean };

/** Messages that contain all of the words, for the caller to narrow; `seq` orders them. */
export type Found = { messages: RowsOf<'messages'>; seq: Expression<number> };

export type TextIndex = {
  /** Makes a message's text searchable. */
  add(tx: Tx, id: string, text: string): Promise<void>;
  /** Makes a message searchable by more words than its text. */
  addAgain(tx: Tx, message: Indexed, words: string): Promise<void>;
  /**
   * Searches the texts part by part, from one end to the other; other requests are served in
   * between.
   */
  search(db: Tx, search: Search): AsyncGenerator<Found[]>;
  /** Returns which of these messages, by `seq`, contain all of the words. */
  seqsThatHold(db: Tx, seqs: number[], words: string[]): Promise<Set<number>>;
};

export type Indexed = { id: string; seq: number; text: string | null };

/** Returns the first place of each word in a text; -1 if it has none. Folding may shift it a little. */
export function placesOf(text: string, words: string[]): number[] {
  const folded = fold(text);
  return words.map((word) => placeIn(text, folded, folded.indexOf(word)));
}

/** Composed letters are shorter: finds the least part of the text that is as long as the place, once folded. */
function placeIn(text: string, folded: string, place: number): number {
  if (folded.length === text.length || place < 1) return place;
  let [start, left] = [0, place];
  const lengthTo = (end: number) => fold(text.slice(start, end)).length;
  // Piece by piece: folding a long text takes milliseconds, and a search folds it again and again.
  while (start + PIECE < text.length) {
    const length = lengthTo(start + PIECE);
    if (length >= left) break;
    left -= length;
    start += PIECE;
  }
  let [from, to] = [start, Math.min(start + PIECE, text.length)];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (lengthTo(middle) < left) from = middle + 1;
    else to = middle;
  }
  return from;
}

const PIECE = 16_384;

/** Returns the words of a query, folded, each once; none for an empty query. */
export function foldedWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/u).filter(Boolean))];
}

/**
 * Folds case, how letters are composed, the sigma that JS folds by its position, and NUL, at which SQLite
 * stops reading: it becomes U+10FFFF, which Unicode assigns to no character.
 */
export function fold(text: string): string {
  return composed(text.toLowerCase()).replaceAll('\u03c2', '\u03c3').replaceAll('\0', '\u{10ffff}');
}

/** Returns whether a text was folded otherwise before letters were composed. */
export function isDecomposed(text: string): boolean {
  const lower = text.toLowerCase();
  return composed(lower) !== lower;
}

/** Composes letters, but no piles of marks: those would take time with the square of their height. */
const composed = (text: string): string =>
  text
    .split(PILE)
    .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFC')))
    .join('');
const PILE = /(\p{M}{65,})/u;
