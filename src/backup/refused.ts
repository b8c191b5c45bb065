/** Why a backup cannot be written, with the directory and what to do. */
import { statSync } from 'node:fs';
import { InboxError } from '../core/errors.ts';

const refusal = (sentence: string) => new InboxError('unavailable', sentence);

export function mustBeDirectory(folder: string): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) throw refusal(`Directory ${folder} not found: create or mount it, or choose another`);
  if (!stat.isDirectory()) throw refusal(`${folder} is not a directory: choose another`);
}

/** What the system says about a disk, in words. */
export function explained(error: unknown, { data, folder }: { data: string; folder: string }) {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) {
    return refusal(`Not enough space for a backup: free some in ${folder} and ${data}`);
  }
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) {
    const { path = folder } = error as NodeJS.ErrnoException;
    return refusal(`${path} cannot be read or written: give this user access to it (${code})`);
  }
  if (code === 'EIO' || code.startsWith('SQLITE_IOERR')) {
    return refusal(`The disk of ${folder} or ${data} reports errors: check it (${code})`);
  }
  return error;
}
