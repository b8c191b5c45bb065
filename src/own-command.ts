import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from './version.ts';

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

/** Package runners keep what they have fetched here until they clean up. */
const CACHE = /[\\/](_npx|dlx-[^\\/]*|bunx-[^\\/]*|xfs-[^\\/]*)[\\/]/;

export const isCached = (file: string): boolean => CACHE.test(file);

/**
 * Returns the path of the executable for files of other programs. Null with why not: the next upgrade or cleaning would
 * take the executable away from it.
 */
export function lastingExecutable(): { path: string } | { path: null; why: string } {
  const [program = '', ...script] = ownCommand();
  if (isCached(program) || isCached(import.meta.dir)) {
    return {
      path: null,
      why: 'This inbox runs from the cache of a package runner, which is cleaned',
    };
  }
  if (script.length > 0) return { path: null, why: 'This inbox runs from a checkout' };
  const path = lastingPath(program, Bun.which('inbox'));
  if (!path.includes(version)) return { path };
  return { path: null, why: `The path of this inbox has its version in it (${path})` };
}
