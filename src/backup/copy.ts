/** A copy that nobody but its owner can open, whatever the modes of what is copied. */
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makePrivateDirectory, PRIVATE_FILE } from '../storage/private.ts';

/**
 * Copies a file, or a directory with all in it. A link in there may lead anywhere: its bytes are
 * taken, never the link; one that leads nowhere, or back to a directory it is in, is left out.
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
