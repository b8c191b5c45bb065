/** Full text: how texts and words are folded, and what an engine's index can do. */
import type { Expression } from 'kysely';
import type { RowsOf, Tx } from './store.ts';

/** Rows of `messages`, by `seq`: after `from`, up to `to`. */
export type Range = { from: number; to: number };
/** In which messages to look for words that are folded, and from which end. */
export type Search = { words: string[]; range: Range; isOldestFirst: boolean };

/** Messages in which every one of the words is found, for the caller to narrow; `seq` orders them. */
export type Found = { messages: RowsOf<'messages'>; seq: Expression<number> };

export type TextIndex = {
  /** Makes a message's text searchable. */
  add(tx: Tx, id: string, text: string): Promise<void>;
  /** Makes a message searchable by more words than its text. */
  addAgain(tx: Tx, message: Indexed, words: string): Promise<void>;
  /** Looks through the texts part by part, from one end to the other; between two, others are served. */
  search(db: Tx, search: Search): AsyncGenerator<Found[]>;
  /** Of these messages, by `seq`, those in which every one of the words is found. */
  seqsThatHold(db: Tx, seqs: number[], words: string[]): Promise<Set<number>>;
};

export type Indexed = { id: string; seq: number; text: string | null };

/** Where each of the words stands first in a text; -1 where it doesn't. Folding may move it a little. */
export function placesOf(text: string, words: string[]): number[] {
  const folded = fold(text);
  return words.map((word) => folded.indexOf(word));
}

/** The words of a query, folded, each once; none for an empty query. */
export function foldedWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/u).filter(Boolean))];
}

/**
 * Case goes; so do the sigma that JS folds by its place, and NUL, at which SQLite stops reading: it
 * counts as U+10FFFF, which Unicode keeps free of any character.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('\0', '\u{10ffff}');
}
