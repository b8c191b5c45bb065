/** Disks with little room. */
import { closeSync, openSync, writeSync } from 'node:fs';

/** Mounts a file system of a size such as `256k`, which needs root; undefined if that is not possible. */
export function littleDisk(directory: string, size: string): Disposable | undefined {
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'none', directory];
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  if (!Bun.spawnSync(['mount', ...options]).success) return undefined;
  // A process that still has a file open there, such as a reader of SQLite's, may not keep the mount.
  return { [Symbol.dispose]: () => void Bun.spawnSync(['umount', '--lazy', directory]) };
}

/** Writes a file until nothing more fits on its disk. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    while (true) writeSync(file, Buffer.alloc(4096));
  } catch {
    closeSync(file);
  }
}
