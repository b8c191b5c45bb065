/** Replaces a small file that others read: they see the old content or the new, never half of it. */
import {
  chmodSync,
  chownSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/** Removes what processes have left of a file that were killed while they replaced it. */
export function removeParts(path: string): void {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const [, pid] = /^\.(\d+)\.part$/.exec(name.slice(basename(path).length)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
