/** Consistent copies of a database. */
import { Database } from 'bun:sqlite';
import { makePrivateFile } from '../private.ts';

/** Copies what is committed by now; others may go on writing. Nobody else of this process is served meanwhile. */
export function copyDatabase(file: string, to: string): void {
  using db = new Database(file, { readwrite: true, create: false });
  db.run('pragma busy_timeout = 10000');
  copyInto(db, to);
}

/** Into a file that nobody but its owner can open. */
export function copyInto(db: Database, to: string): void {
  makePrivateFile(to);
  db.run('vacuum into ?', [to]);
}
