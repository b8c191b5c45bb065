/** A server in a process of its own, which a test may kill. */
import { join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from './directory.ts';
import { clientOf } from './server.ts';

const script = join(import.meta.dir, '../system/serve.ts');

/** Serves a directory of its own; both end with their scope. */
export async function ownProcess() {
  const data = temporaryDirectory();
  const server = await serveInProcess(data);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      removeDirectory(data);
    },
  };
}

type Options = { preload?: string | undefined; stderr?: 'inherit' | 'ignore' };

/** `settings` are the environment variables that it reads, `preload` a module that it loads first. */
export async function serveInProcess(
  data: string,
  settings: Record<string, string> = {},
  { preload, stderr = 'inherit' }: Options = {},
) {
  const first = preload === undefined ? [] : ['--preload', preload];
  const child = Bun.spawn([process.execPath, ...first, script, data], {
    env: { HOME: data, ...settings },
    ...{ stdout: 'pipe', stderr },
  });
  const { value } = await child.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  const token = findRun(data)?.token ?? '';
  return {
    url,
    token,
    pid: child.pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    agent: clientOf(url, { 'x-api-key': token }),
    owner: clientOf(url, { authorization: `Bearer ${token}` }),
    /** Resolves to the exit code, null where a signal ended it. */
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal);
      await child.exited;
      return child.exitCode;
    },
  };
}
