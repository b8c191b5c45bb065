import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';

/** The file at the database's path is not a database of an inbox, or is damaged. */
export class UnreadableDatabase extends Error {
  readonly why: string;

  constructor(file: string, why: string) {
    super(
      `${file} ${why}. Restore a backup (\`inbox backup list\` lists them), or move this file ` +
        'away to start with an empty inbox',
    );
    this.why = why;
  }
}

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

const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_CANTOPEN'];

/** Returns the error for the person who starts the inbox, if SQLite's is about the file itself. */
export function explained(file: string, error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const isDamage = DAMAGE.some((code) => error.code?.startsWith(code));
  return isDamage ? new UnreadableDatabase(file, `cannot be read (${error.message})`) : error;
}
