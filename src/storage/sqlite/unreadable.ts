import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';

/** What lies at the database's place is not a database of an inbox, or no longer a whole one. */
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

/** Throws for what SQLite would take as a database to be filled. */
export function mustHoldDatabase(file: string): void {
  const stat = statSync(file);
  if (!stat.isFile()) throw new UnreadableDatabase(file, 'is not a file');
  if (stat.size === 0) throw new UnreadableDatabase(file, 'is empty');
}

/** A log beside no database holds what one has lost; a new one must not take it for its own. */
export function mustHaveNoLog(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return;
  throw new UnreadableDatabase(log, `is there, but ${file} is missing`);
}

const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_CANTOPEN'];

/** The error for the person who starts the inbox, where SQLite's is about the file itself. */
export function explained(file: string, error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const isDamage = DAMAGE.some((code) => error.code?.startsWith(code));
  return isDamage ? new UnreadableDatabase(file, `cannot be read (${error.message})`) : error;
}
