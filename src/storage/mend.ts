/** Closes to others what an older version, a copy or a person left open to them. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './private.ts';

/** Paths; `left` are those that belong to another account, or that the file system keeps as they are. */
export type Mended = { closed: string[]; left: string[] };

/** What the inbox makes in a data directory, with what it sets aside at an upgrade or a restore. */
const OURS =
  /^(inbox\.(lock|db)([-.].+)?|(run|lock|config)\.json([-.].+)?|files|plugins|backups|restore|replaced-.+)$/;

/** The directory and all in it that is the inbox's, by its name; never through a link. */
export function closeToOthers(data: string): Mended {
  const mended: Mended = { closed: [], left: [] };
  // Windows has no such modes.
  if (process.platform === 'win32') return mended;
  const root = lstatSync(data);
  const names = readdirSync(data);
  // `--data .` in a home must not lock others out of all of it.
  if (names.every((name) => OURS.test(name))) closeOne(data, root.uid, mended);
  else if (isOpen(root)) mended.left.push(data);
  const ours = names.filter((name) => OURS.test(name));
  for (const name of ours) closeAll(join(data, name), root, mended);
  return mended;
}

function closeAll(path: string, root: Stats, mended: Mended): void {
  const stat = closeOne(path, root.uid, mended);
  if (stat?.isDirectory() !== true) return;
  // To look at 100,000 files that nobody else can reach takes a second of each start.
  if (basename(path) === 'files' && !isOpen(stat) && !isOpen(root)) return;
  for (const name of readdirSync(path)) closeAll(join(path, name), root, mended);
}

/** What it is; null for what is gone or can't be looked at. */
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
