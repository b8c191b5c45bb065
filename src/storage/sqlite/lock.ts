import { Database, SQLiteError } from 'bun:sqlite';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFile } from '../private.ts';

export class DataDirectoryInUse extends Error {}

/**
 * Takes the data directory for this process, waiting up to `waitMs` for another one to release it.
 * It is an SQLite lock on a file of its own: the system releases it with the process, even after
 * kill -9.
 * @param holder the name shown to others, such as `inbox serve`
 */
export function lockDirectory(directory: string, holder: string, waitMs: number) {
  const file = join(directory, 'inbox.lock');
  makePrivateFile(file);
  const db = new Database(file, { readwrite: true, create: false });
  const note = join(directory, 'lock.json');
  try {
    db.run(`pragma busy_timeout = ${waitMs}`);
    db.run('begin exclusive');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    throw new DataDirectoryInUse(`${directory} is in use by ${holderOf(note)}`);
  }
  noteHolder(note, holder);
  return { release: () => db.close() };
}

/** A full disk prevents no lock; nobody is named rather than an earlier holder. */
function noteHolder(note: string, holder: string): void {
  const since = new Date().toISOString();
  try {
    writeFileSync(note, JSON.stringify({ holder, pid: process.pid, since }), { mode: 0o600 });
  } catch {
    rmSync(note, { force: true });
  }
}

const isBusy = (error: unknown) =>
  error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY') === true;

/** Returns who has the data directory open, or null. Only looks, and takes nothing. */
export function findHolder(directory: string): string | null {
  const file = join(directory, 'inbox.lock');
  if (!existsSync(file)) return null;
  using db = new Database(file, { readwrite: true, create: false });
  try {
    db.run('begin exclusive');
    db.run('rollback');
    return null;
  } catch (error) {
    if (!isBusy(error)) throw error;
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

/** Formats `22 Nov 15:52`, in the time zone of this machine. */
const momentOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(new Date(at))
    .replace(',', '');
