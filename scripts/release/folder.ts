// Writes the files of a package or an image into a folder.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from './archive.ts';

export function writeFolder(folder: string, entries: Entry[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const entry of entries) writeEntry(folder, entry);
}

/** The modes are right whatever the umask. */
function writeEntry(folder: string, { path, bytes, mode }: Entry): void {
  const names = dirname(path).split('/');
  for (let depth = 0; depth <= names.length; depth++) {
    const above = join(folder, ...names.slice(0, depth));
    mkdirSync(above, { recursive: true });
    chmodSync(above, 0o755);
  }
  writeFileSync(join(folder, path), bytes);
  chmodSync(join(folder, path), mode);
}
