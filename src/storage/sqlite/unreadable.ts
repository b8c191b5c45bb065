import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { UnreadableDatabase } from '../store.ts';

/** Throws for a file that SQLite would treat as an empty database. */
export function mustHoldDatabase(file: string): void {
  const stat = statSync(file);
  if (!stat.isFile()) throw new UnreadableDatabase(file, 'is not a file');
  if (stat.size === 0) throw new UnreadableDatabase(file, 'is empty');
}

/** A log without a database belongs to a lost one; a new database must not adopt it. */
export function mustHaveNoLog(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return;
  throw new UnreadableDatabase(log, `is there, but ${file} is missing`);
}

/** Returns the error of a query as one for people, if the file is damaged. */
export const explained = (file: string, error: unknown): unknown =>
  explainedIf(/^SQLITE_(CORRUPT|NOTADB)/, file, error);

/** Explains an error of the connection that opens the file. */
export const explainedAtOpening = (file: string, error: unknown): unknown =>
  explainedIf(/^SQLITE_(CORRUPT|NOTADB|CANTOPEN)/, file, error);

const explainedIf = (codes: RegExp, file: string, error: unknown) =>
  error instanceof SQLiteError && codes.test(error.code ?? '')
    ? new UnreadableDatabase(file, `cannot be read (${error.message})`)
    : error;
