import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Without it a power cut may take the name away from bytes that are on the disk. */
export function syncDirectory(directory: string): void {
  // Windows has no such thing.
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
