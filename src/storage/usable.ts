import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from './private.ts';

/** The data directory can't be used as it is. */
export class UnusableDirectory extends Error {}

const NAME = 'hoose another directory with --data or INBOX_DATA.';
const { R_OK, W_OK, X_OK } = constants;

/** Throws unless what is there is a directory that this process can read or, for a change, write. */
export function mustBeUsable(data: string, how: 'read' | 'write'): void {
  const stat = statOf(data);
  if (!stat) return;
  if (!stat.isDirectory()) {
    const name = 'Set the data directory with --data or INBOX_DATA.';
    throw new UnusableDirectory(`${data} is not a directory. ${name}`);
  }
  mustAccess(data, data, R_OK | X_OK, 'read');
  if (how === 'read') return;
  mustAccess(data, data, W_OK, 'written');
  // As after a command that was run as root.
  for (const name of ['inbox.lock', 'lock.json', 'inbox.db', 'inbox.db-wal']) {
    mustAccess(join(data, name), data, R_OK | W_OK, 'written');
  }
}

function statOf(data: string) {
  try {
    return statSync(data, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(data, data, `read (${whyOf(error)})`);
  }
}

function mustAccess(path: string, data: string, mode: number, what: string): void {
  try {
    accessSync(path, mode);
  } catch (error) {
    // Not there yet, or no longer: other processes come and go.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && path !== data) return;
    throw unusable(path, data, `${what} (${whyOf(error)})`);
  }
}

function unusable(path: string, data: string, what: string): UnusableDirectory {
  const owner = path === data ? 'its owner' : 'the owner of the directory';
  return new UnusableDirectory(`${path} cannot be ${what}. Run this as ${owner}, or c${NAME}`);
}

/** Makes the data directory where it is missing. */
export function makeDataDirectory(data: string): void {
  mustBeUsable(data, 'write');
  try {
    makePrivateDirectory(data);
  } catch (error) {
    const says = `The data directory ${data} cannot be created (${whyOf(error)}).`;
    throw new UnusableDirectory(`${says} C${NAME}`);
  }
}

function whyOf(error: unknown): string {
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
