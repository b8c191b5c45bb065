import { storedFiles } from '../storage/sqlite/look.ts';
import type { Manifest } from './manifest.ts';

export type Altered = { id: string; filename: string };

/** The files whose bytes are no longer those that were uploaded: a disk that forgets, or a person. */
export function alteredFiles(database: string, { entries }: Manifest): Altered[] {
  const sums = new Map(entries.map(({ path, sha256 }) => [path, sha256]));
  return storedFiles(database)
    .filter(
      ({ storageKey, sha256 }) => sha256 !== null && sums.get(`files/${storageKey}`) !== sha256,
    )
    .map(({ id, filename }) => ({ id, filename }));
}
