import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Without it, a power cut may lose the name of a file whose bytes are on the disk. */
export function syncDirectory(directory: string): void {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
