/** Consistent copies of a database. */
import { Database } from 'bun:sqlite';
import { makePrivateFile } from '../private.ts';

/**
 * Copies the committed content; other processes may continue to write. Blocks this process until it
 * is done.
 */
export function copyDatabase(file: string, to: string): void {
  using db = new Database(file, { readwrite: true, create: false });
  db.run('pragma busy_timeout = 10000');
  copyInto(db, to);
}

/** Copies into a file that only its owner can open. */
export function copyInto(db: Database, to: string): void {
  makePrivateFile(to);
  db.run('vacuum into ?', [to]);
}
