import { storedFiles } from '../storage/database.ts';
import type { Manifest } from './manifest.ts';

export type Altered = { id: string; filename: string };

/** Returns the files whose bytes differ from their upload, after a disk error or a manual edit. */
export function alteredFiles(database: string, { entries }: Manifest): Altered[] {
  const sums = new Map(entries.map(({ path, sha256 }) => [path, sha256]));
  return storedFiles(database)
    .filter(
      ({ storageKey, sha256 }) => sha256 !== null && sums.get(`files/${storageKey}`) !== sha256,
    )
    .map(({ id, filename }) => ({ id, filename }));
}
