/** Removes the access of other users to files that an older version, a copy or a person left open. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './private.ts';

/** Paths; `left` are those of another account, or on a file system that ignores modes. */
export type Mended = { closed: string[]; left: string[] };

/**
 * The names that the inbox uses in a data directory, and those it sets aside for an upgrade or a
 * restore.
 */
const OURS =
  /^(inbox\.(lock|start|db)([-.].+)?|secrets\.key([-.].+)?|(run|lock|config)\.json([-.].+)?|files|plugins|backups|restore|replaced-.+)$/;

/** Closes the directory and the inbox's own files in it, by name; never follows a link. */
export function closeToOthers(data: string): Mended {
  const mended: Mended = { closed: [], left: [] };
  // Windows has no file modes.
  if (process.platform === 'win32') return mended;
  const root = lstatSync(data);
  const names = readdirSync(data);
  // `--data .` in a home directory must not lock others out of all of it.
  if (names.every((name) => OURS.test(name))) closeOne(data, root.uid, mended);
  else if (isOpen(root)) mended.left.push(data);
  const ours = names.filter((name) => OURS.test(name));
  for (const name of ours) closeAll(join(data, name), root, mended);
  return mended;
}

function closeAll(path: string, root: Stats, mended: Mended): void {
  const stat = closeOne(path, root.uid, mended);
  if (stat?.isDirectory() !== true) return;
  // Checking 100,000 files that nobody else can reach would add a second to each start.
  if (basename(path) === 'files' && !isOpen(stat) && !isOpen(root)) return;
  for (const name of readdirSync(path)) closeAll(join(path, name), root, mended);
}

/** Returns the entry's stat; null if it is gone or can't be read. */
function closeOne(path: string, uid: number, mended: Mended): Stats | null {
  const stat = lstatSync(path, { throwIfNoEntry: false }) ?? null;
  if (stat === null || stat.isSymbolicLink() || !isOpen(stat)) return stat;
  const to = stat.uid === uid && tryChmod(path, stat) ? mended.closed : mended.left;
  to.push(path);
  return stat;
}

const isOpen = ({ mode }: Stats) => (mode & 0o077) !== 0;

function tryChmod(path: string, stat: Stats): boolean {
  try {
    chmodSync(path, stat.isDirectory() ? PRIVATE_DIRECTORY : PRIVATE_FILE);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'ENOSYS'].includes(code)) return false;
    throw error;
  }
}
