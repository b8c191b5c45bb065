/**
 * `inbox.start` lies beside the database and says which start wrote it last, and how far: a database
 * that was put back by hand does not agree with it.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../replace-file.ts';
import { PRIVATE_FILE } from '../../storage/private.ts';

const StartNote = z.object({
  /** The word of the start that wrote the file. */
  word: z.string(),
  /** The newest word in the database before it; null if there was none. */
  before: z.string().nullable(),
  /** The last event that was announced, or one of the second before it. */
  seq: z.number().int(),
});
export type StartNote = z.infer<typeof StartNote>;

/** Bytes of the file. It never changes its length, so that an update overwrites one block in place. */
const LENGTH = 160;

const fileIn = (data: string) => join(data, 'inbox.start');

const bytesOf = (note: StartNote) => Buffer.from(`${JSON.stringify(note).padEnd(LENGTH - 1)}\n`);

/** Returns null without a file, or for one that can't be read. */
export function readStartNote(data: string): StartNote | null {
  try {
    return StartNote.parse(JSON.parse(readFileSync(fileIn(data), 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the file. It is on the disk when this returns. */
export const writeStartNote = (data: string, note: StartNote): void =>
  replaceFile(fileIn(data), bytesOf(note).toString(), PRIVATE_FILE);

/** Overwrites a file that this start wrote, without waiting for the disk. */
export function updateStartNote(data: string, note: StartNote): void {
  try {
    const file = openSync(fileIn(data), 'r+');
    writeSync(file, bytesOf(note), 0, LENGTH, 0);
    closeSync(file);
  } catch {
    // Someone removed the file or its directory. The next start notices.
  }
}

/** The word that a start drew, and the last event before it. */
export type Start = { word: string; from: number };

/**
 * The database is not the one that ran last.
 * `missing` is the number of events that it lacks; null if unknown.
 */
export type Renewed = { at: string; missing: number | null };

/** The record of starts in the database. */
export type Kept = { log: string; starts: Start[]; renewed: Renewed | null };

/** The name under which the database keeps it. */
export const KEPT = 'event-log';

/** The word of everything before words were drawn. */
export const FIRST = '';

/** Reads what the database keeps. A version that drew no words kept the log's id alone. */
export const keptOf = (known: string | Kept | null): Kept | null =>
  typeof known === 'string'
    ? { log: known, starts: [{ word: FIRST, from: 0 }], renewed: null }
    : known;

/**
 * Compares a database with the file beside it. Returns how many events it lacks (null if unknown) if
 * the file was written for another one; otherwise null.
 */
export function strangeTo(
  note: StartNote | null,
  known: Kept | null,
  seq: number,
): Pick<Renewed, 'missing'> | null {
  const newest = known?.starts.at(-1)?.word ?? null;
  const isRestored = known !== null && newest === null;
  if (isRestored) return null;
  // An inbox of a version that drew no words has no file, nor has a new one.
  if (note === null) return newest === null || newest === FIRST ? null : { missing: null };
  const missing = note.seq > seq ? note.seq - seq : null;
  const isKnown = newest === note.word || newest === note.before;
  return isKnown && missing === null ? null : { missing };
}

const LASTING_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns when another database was found than the one that ran last; null after a week. */
export const renewedLately = (known: Kept | null, nowMs: number): Renewed | null =>
  known?.renewed && nowMs - Date.parse(known.renewed.at) < LASTING_MS ? known.renewed : null;
