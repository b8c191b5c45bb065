/** Replaces the executable that runs by a new one: whole, or not at all. */
import { accessSync, chmodSync, chownSync, constants, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReleaseRefused } from './refused.ts';

const isWindows = process.platform === 'win32';

/** Files beside the executable until it is replaced: on its disk, so that a rename is enough. */
export function filesBeside(executable: string) {
  const beside = `${executable}.${process.pid}`;
  const [archive, part] = [`${beside}.archive`, `${beside}.part${isWindows ? '.exe' : ''}`];
  const forget = () => {
    for (const file of [archive, part]) rmSync(file, { force: true });
  };
  return { archive, part, forget };
}

export function mustBeReplaceable(executable: string): void {
  const folder = dirname(executable);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ReleaseRefused(`${folder} cannot be written to: run this as its owner, as with sudo`);
  }
}

/** Throws if this file is not that version, or does not run here. */
export async function mustRun(part: string, version: string): Promise<void> {
  const child = Bun.spawn([part, '--version'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, warned] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0 && said.trim() === version) return;
  throw new ReleaseRefused(`The executable of ${version} does not run here: ${warned || said}`);
}

/** A service goes on with the file that it has begun with. */
export function replaceExecutable(executable: string, part: string): void {
  const { mode, uid, gid } = statSync(executable);
  chmodSync(part, mode & 0o7777);
  if (process.getuid?.() === 0) chownSync(part, uid, gid);
  if (isWindows) replaceRunning(executable, part);
  else renameSync(part, executable);
}

/** Windows replaces no executable that runs, but it renames one. */
function replaceRunning(executable: string, part: string): void {
  const former = `${executable}.former`;
  rmSync(former, { force: true });
  renameSync(executable, former);
  try {
    renameSync(part, executable);
  } catch (error) {
    renameSync(former, executable);
    throw error;
  }
}

/** Where `install.sh` and the page on installing put the manual page of an executable. */
export const manualOf = (executable: string): string =>
  join(dirname(dirname(executable)), 'share/man/man1/inbox.1');
