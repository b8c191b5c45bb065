/** Replaces a small file that others read: they see the old content or the new, never half of it. */
import { renameSync, writeFileSync } from 'node:fs';

/** `mode` applies to a new file and to an existing one. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, text, { mode, flush: true });
  renameSync(part, path);
}
