/** Why a backup cannot be written, with the directory and what to do. */
import { faultOfDirectory } from '../core/backups/directory.ts';
import { InboxError } from '../core/errors.ts';

const refusal = (sentence: string) => new InboxError('unavailable', sentence);

export async function mustBeDirectory(folder: string): Promise<void> {
  const fault = await faultOfDirectory(folder);
  if (fault !== null) throw refusal(fault);
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** Whether a disk or a quota has no room. */
export const isFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(codeOf(error)) || hasNoIndex(error);

/** Whether a database cannot be opened for lack of room beside it. */
export const hasNoIndex = (error: unknown): boolean => codeOf(error) === 'SQLITE_IOERR_SHMSIZE';

/** Puts the system's error about a disk into words. */
export function explained(error: unknown, { data, folder }: { data: string; folder: string }) {
  const code = codeOf(error);
  if (isFull(error)) {
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
