import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the command that starts this program: alone, or by Bun in a checkout. */
export function ownCommand(): string[] {
  const root = join(import.meta.dir, '..');
  const script = join(root, 'bin/inbox.ts');
  if (!existsSync(script)) return [process.execPath];
  return [process.execPath, `--config=${join(root, 'bunfig.toml')}`, script];
}
