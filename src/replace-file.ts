/** A small file that others read: they see what it was or what it is, never half of it. */
import { renameSync, writeFileSync } from 'node:fs';

/** `mode` is for a file that is new as for one that is there. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, text, { mode, flush: true });
  renameSync(part, path);
}
