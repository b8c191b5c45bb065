/** Copies that only their owner can open, whatever the modes of the source. */
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makePrivateDirectory, PRIVATE_FILE } from '../storage/private.ts';

/**
 * Copies a file, or a directory with its contents. For a symlink in it the target's bytes are
 * copied, never the link; a dangling or circular link is skipped.
 */
export async function copyTree(from: string, to: string, above: string[] = []): Promise<void> {
  const what = await stat(from);
  if (what.isFile()) {
    const sink = createWriteStream(to, { flags: 'wx', mode: PRIVATE_FILE });
    return pipeline(createReadStream(from), sink);
  }
  const real = realpathSync(from);
  if (!what.isDirectory() || above.includes(real)) return;
  makePrivateDirectory(to);
  for (const name of await readdir(from)) {
    if (!existsSync(join(from, name))) continue;
    await copyTree(join(from, name), join(to, name), [...above, real]);
  }
}
