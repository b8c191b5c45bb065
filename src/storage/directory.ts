/** A data directory: its content, whether it can be used, and who has it open. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from './private.ts';
import * as look from './sqlite/look.ts';

export { DataDirectoryInUse, findHolder } from './sqlite/lock.ts';

/** The files that a process with the directory open writes. */
const WRITTEN = ['inbox.lock', 'lock.json', 'inbox.db', 'inbox.db-wal'];
const KEPT = [...WRITTEN, 'config.json', 'files', 'plugins', 'backups'];

export const databaseIn = (data: string): string => join(data, 'inbox.db');

export const hasDatabase = (data: string): boolean => existsSync(databaseIn(data));

/** Whether the directory contains an inbox; throws if it cannot be searched. */
export const holdsInbox = (data: string): boolean =>
  // An interrupted replacement may have moved the database aside.
  ['inbox.db', 'restore/ready'].some(
    (name) => statSync(join(data, name), { throwIfNoEntry: false }) !== undefined,
  );

/** Reads an entry of the inbox's own state, by name; null without a database, or if it can't be read. */
export const stateIn = (data: string, name: string): unknown =>
  look.stateIn(databaseIn(data), name);

/** The settings that owners have entered in the dashboard; none without a database, or if it can't be read. */
export const keptSettings = (data: string) => look.keptSettings(databaseIn(data));

/** The private keys of push notifications, as they are stored; none without a database, or if it can't be read. */
export const storedPushKeys = (data: string): string[] => look.storedPushKeys(databaseIn(data));

/** Returns the number of the last event in the database. */
export const lastSeqOf = (data: string): number => look.lastSeqOf(databaseIn(data));

/** Whether an owner can log in with a password. */
export const hasPassword = (data: string): boolean => look.hasPassword(databaseIn(data));

/** The e-mail addresses of the owners who may log in, the first owner's first. */
export const ownerEmails = (data: string): string[] => look.ownerEmails(databaseIn(data));

/** Whether any channel has a webhook. */
export const hasWebhook = (data: string): boolean => look.hasWebhook(databaseIn(data));

/** Measures and checks the database; null if there is none. */
export function checkedDatabase(data: string): { bytes: number; fault: string | null } | null {
  const file = databaseIn(data);
  if (!existsSync(file)) return null;
  return { bytes: statSync(file).size, fault: look.quickFaultOf(file) };
}

/**
 * Returns when a process with the directory open last wrote, in milliseconds since 1970; 0 for
 * never.
 */
export function lastWriteMs(data: string): number {
  const written = WRITTEN.map((name) => join(data, name)).filter((path) => existsSync(path));
  return Math.max(...written.map((path) => statSync(path).mtimeMs), 0);
}

/** Whether nothing is at the path, in a directory that this process can search. */
export const isMissing = (data: string): boolean =>
  !existsSync(data) && whyNot(data, F_OK)?.code === 'ENOENT';

/** Returns why this process can't both read and write the directory or an entry; null if it can. */
export function findUnusable(data: string): UnusableDirectory | null {
  try {
    mustBeUsable(data, 'write');
    for (const name of KEPT) mustAccess(join(data, name), data, R_OK | W_OK, 'read and written');
    return null;
  } catch (error) {
    if (error instanceof UnusableDirectory) return error;
    throw error;
  }
}

/** Whether other users can read it. Files in a private directory are private. */
export const isOpenToOthers = (data: string): boolean =>
  // Windows has no file modes.
  process.platform !== 'win32' && (statSync(data).mode & 0o077) !== 0;

/** The data directory can't be used as it is. */
export class UnusableDirectory extends Error {
  constructor(
    readonly says: string,
    readonly next: string,
    readonly isDenied = false,
  ) {
    super(`${says}. ${next}`);
  }
}

const NAME = 'hoose another directory with --data or INBOX_DATA.';
const { F_OK, R_OK, W_OK, X_OK } = constants;

/** Throws unless the path is a directory that this process can read or, for a change, write. */
export function mustBeUsable(data: string, how: 'read' | 'write'): void {
  const stat = statOf(data);
  if (!stat) return;
  if (!stat.isDirectory()) {
    const name = 'Set the data directory with --data or INBOX_DATA.';
    throw new UnusableDirectory(`${data} is not a directory`, name);
  }
  mustAccess(data, data, R_OK | X_OK, 'read');
  if (how === 'read') return;
  mustAccess(data, data, W_OK, 'written');
  // This happens after a command was run as root.
  for (const name of WRITTEN) {
    mustAccess(join(data, name), data, R_OK | W_OK, 'written');
  }
}

function statOf(data: string) {
  try {
    return statSync(data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(data, data, 'read', error);
  }
}

function mustAccess(path: string, data: string, mode: number, what: string): void {
  const error = whyNot(path, mode);
  // The entry does not exist (any longer): other processes create and delete files.
  if (error === null || (error.code === 'ENOENT' && path !== data)) return;
  throw unusable(path, data, what, error);
}

function whyNot(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function unusable(path: string, data: string, what: string, error: unknown): UnusableDirectory {
  const says = `${path} cannot be ${what} (${reasonOf(error)})`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EROFS') return new UnusableDirectory(says, `Mount it writable, or c${NAME}`);
  if (code !== 'EACCES' && code !== 'EPERM') return new UnusableDirectory(says, `C${NAME}`);
  const owner = path === data ? 'its owner' : 'the owner of the directory';
  return new UnusableDirectory(says, `Run this as ${owner}, or c${NAME}`, true);
}

/** Creates the data directory if it is missing. */
export function makeDataDirectory(data: string): void {
  mustBeUsable(data, 'write');
  try {
    makePrivateDirectory(data);
  } catch (error) {
    const says = `The data directory ${data} cannot be created (${reasonOf(error)})`;
    throw new UnusableDirectory(says, `C${NAME}`);
  }
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'no such directory',
  ENOTDIR: 'part of the path is not a directory',
  ENOSPC: 'no space left',
};
