import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Returns the command that starts this program: alone, or by Bun in a checkout. */
export function ownCommand(): string[] {
  const root = join(import.meta.dir, '..');
  const script = join(root, 'bin/inbox.ts');
  if (!existsSync(script)) return [process.execPath];
  return [process.execPath, `--config=${join(root, 'bunfig.toml')}`, script];
}

/** Returns the same for a file that outlives an upgrade. */
export function lastingCommand(): string[] {
  const [file = '', ...script] = ownCommand();
  return script.length > 0 ? [file, ...script] : [lastingPath(file, Bun.which('inbox'))];
}

/** Returns the name in PATH if it leads to a file, or the file: its own path may have a version in it. */
export function lastingPath(file: string, named: string | null): string {
  return named !== null && realpathSync(named) === realpathSync(file) ? resolve(named) : file;
}
