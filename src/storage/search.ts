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

/** Returns the first place in a text at which one of the folded words is; -1 if none is. */
export function firstPlaceOf(text: string, words: string[]): number {
  const pieces = piecesOf(text);
  const folded = pieces.map((piece) => piece.folded).join('');
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  return places.length === 0 ? -1 : unfolded(pieces, Math.min(...places));
}

type Piece = { original: string; folded: string };

/** A long text takes milliseconds to fold: it is folded once, in pieces in which a place is soon found. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE;
    // Letters that are composed of several are not torn apart.
    while (COMPOSES.test(text.charAt(end)) && end < start + LONGEST_PIECE) end++;
    const original = text.slice(start, end);
    pieces.push({ original, folded: fold(original) });
    start = end;
  }
  return pieces;
}

const PIECE = 1024;
const LONGEST_PIECE = 1280;
/** Marks, the vowels and finals of Korean syllables, and the second halves of surrogates. */
const COMPOSES = /[\p{M}\u1160-\u11ff\udc00-\udfff]/u;

/** Composed letters are shorter: finds the least part of the text that is as long as the place, once folded. */
function unfolded(pieces: Piece[], place: number): number {
  let [start, left] = [0, place];
  for (const { original, folded } of pieces) {
    if (folded.length >= left) return start + lengthOf(original, left);
    start += original.length;
    left -= folded.length;
  }
  return start;
}

function lengthOf(original: string, folded: number): number {
  let [from, to] = [0, original.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (fold(original.slice(0, middle)).length < folded) from = middle + 1;
    else to = middle;
  }
  return from;
}

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
  ASCII.test(text)
    ? text
    : text
        .split(PILE)
        .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFC')))
        .join('');
const ASCII = /^[\0-\x7f]*$/;
const PILE = /(\p{M}{65,})/u;
