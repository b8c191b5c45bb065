/** The program, serving in a process of its own, which a test may kill. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRun } from '../../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';
import { program } from './program.ts';
import { clientOf } from './server.ts';

const source = join(import.meta.dir, '../../../bin/inbox.ts');

/** Serves a directory of its own; both end with their scope. */
export async function ownProcess(settings: Record<string, string> = {}) {
  const data = temporaryDirectory();
  const server = await serveInProcess(data, settings);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      removeDirectory(data);
    },
  };
}

/**
 * `settings` are the environment variables that it reads, its port any unless they name one; `preload`
 * is a module that its source loads first. The URL is empty where it does not come up.
 */
export async function serveInProcess(
  data: string,
  settings: Record<string, string> = {},
  preload?: string,
) {
  const command = preload ? [process.execPath, '--preload', preload, source] : program;
  const child = Bun.spawn([...command, 'serve', '--data', data], {
    env: { HOME: data, INBOX_PORT: '0', ...settings },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const url = await urlIn(child.stderr);
  const token = findRun(data)?.token ?? '';
  return {
    url,
    token,
    pid: child.pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    agent: clientOf(url, { 'x-api-key': token }),
    owner: clientOf(url, { authorization: `Bearer ${token}` }),
    /**
     * Resolves to the exit code, null where a signal ended it. What it has started is killed with it: the check of
     * the database would otherwise write down what the server could not.
     */
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      const started = signal === 'SIGKILL' ? startedBy(child.pid) : [];
      child.kill(signal);
      for (const pid of started) kill(pid);
      await child.exited;
      return child.exitCode;
    },
  };
}

/** Returns the processes that a process has started. */
export function startedBy(pid: number): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return pids.split(' ').filter(Boolean).map(Number);
  } catch {
    // Only Linux says.
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Where it says that it serves; reads on, so that it can always write. */
async function urlIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of stderr) {
      text = (text + decoder.decode(part, { stream: true })).slice(-10_000);
      const [, url] = /^Listening on (\S+), data in .*\n/m.exec(text) ?? [];
      if (url) resolve(url);
    }
    resolve('');
  };
  void read();
  return promise;
}
