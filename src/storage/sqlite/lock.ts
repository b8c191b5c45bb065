import { Database, SQLiteError } from 'bun:sqlite';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFile } from '../private.ts';

export class DataDirectoryInUse extends Error {}

/**
 * Takes the data directory for this process, waiting up to `waitMs` for another to let go. The lock
 * is SQLite's own on a file of its own: the system drops it with the process, also after kill -9.
 * @param holder what to tell others who has it, such as `inbox serve`
 */
export function lockDirectory(directory: string, holder: string, waitMs: number) {
  const file = join(directory, 'inbox.lock');
  makePrivateFile(file);
  const db = new Database(file, { readwrite: true, create: false });
  const note = join(directory, 'lock.json');
  try {
    db.run(`pragma busy_timeout = ${waitMs}`);
    db.run('begin exclusive');
  } catch {
    db.close();
    throw new DataDirectoryInUse(`${directory} is in use by ${holderOf(note)}`);
  }
  const since = new Date().toISOString();
  writeFileSync(note, JSON.stringify({ holder, pid: process.pid, since }), { mode: 0o600 });
  return { release: () => db.close() };
}

/** Who has the data directory open; null where nobody has. Looks for a moment, and takes nothing. */
export function findHolder(directory: string): string | null {
  const file = join(directory, 'inbox.lock');
  if (!existsSync(file)) return null;
  using db = new Database(file, { readwrite: true, create: false });
  try {
    db.run('begin exclusive');
    db.run('rollback');
    return null;
  } catch (error) {
    if (!(error instanceof SQLiteError) || !error.code?.startsWith('SQLITE_BUSY')) throw error;
    return holderOf(join(directory, 'lock.json'));
  }
}

function holderOf(note: string): string {
  try {
    const { holder, pid, since } = JSON.parse(readFileSync(note, 'utf8'));
    return `${holder} (process ${pid}, since ${momentOf(since)})`;
  } catch {
    return 'another process';
  }
}

/** `22 Nov 15:52`, in the zone of this machine. */
const momentOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
  })
    .format(new Date(at))
    .replace(',', '');
