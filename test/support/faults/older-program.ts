/** The program as it was at a commit, from this checkout's history. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findRun } from '../../../src/run-file.ts';
import type { Called } from './load.ts';

const root = join(import.meta.dir, '../../..');

/** Unpacks it; null where the history does not go back so far, as in a shallow clone. */
export async function olderProgram(commit: string, directory: string): Promise<string | null> {
  const git = Bun.spawn(['git', 'archive', commit], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  mkdirSync(directory, { recursive: true });
  const tar = Bun.spawn(['tar', '-x', '-C', directory], { stdin: git.stdout });
  if ((await git.exited) !== 0 || (await tar.exited) !== 0) return null;
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return join(directory, 'bin/inbox.ts');
}

/** Serves a directory with it, until its scope ends. */
export async function serveOlder(program: string, data: string): Promise<Called & AsyncDisposable> {
  const child = Bun.spawn([process.execPath, program, 'serve', '--port', '0', '--data', data], {
    env: { HOME: data, INBOX_RATE_LIMIT: 'off' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const reader = child.stderr.getReader();
  const { value } = await reader.read();
  const [url] = /http:\/\/[^\s,]+/.exec(new TextDecoder().decode(value)) ?? [];
  if (!url) throw new Error('The older program does not come up');
  void readOn(reader);
  return {
    url,
    token: `${findRun(data)?.token}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** So that it can always write. */
async function readOn(reader: { read: () => Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
