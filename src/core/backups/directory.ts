/** Whether scheduled backups can be written where they belong. */
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns what is wrong with the directory and what to do; null for one that is there. */
export async function faultOfDirectory(directory: string): Promise<string | null> {
  try {
    if (!(await stat(directory)).isDirectory()) {
      return `${directory} is not a directory: choose another`;
    }
    await access(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return `Directory ${directory} not found: create or mount it, or choose another`;
    }
    if (code === 'EROFS') return `${directory} is read-only: mount it writable, or choose another`;
    // The server may run as a user who may do more.
  }
  return null;
}

/** Returns it for the directory of a plan. A backup creates the one in the data directory itself. */
export const faultOfPlan = async (data: string, { directory }: { directory: string }) =>
  directory === join(data, 'backups') ? null : faultOfDirectory(directory);
