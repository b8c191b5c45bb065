import { statfsSync } from 'node:fs';

/** The free space of a file system; `files` is null if it does not count them. */
export type Room = { bytes: number; files: number | null };

export function roomAt(path: string): Room {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  return { bytes: bavail * bsize, files: files > 0 ? ffree : null };
}
