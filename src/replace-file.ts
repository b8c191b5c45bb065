/** Replaces a small file that others read: they see the old content or the new, never half of it. */
import { chmodSync, chownSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** `mode` applies to a new file and to an existing one. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, text, { mode, flush: true });
  // Without what the umask takes away.
  chmodSync(part, mode);
  // A file that root writes for a service must stay readable for its user.
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
    chownSync(part, uid, gid);
  }
  renameSync(part, path);
}
