/** A server in a process of its own, which a test may kill. */
import { join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import { clientOf } from './server.ts';

const script = join(import.meta.dir, '../system/serve.ts');

export async function serveInProcess(data: string) {
  const child = Bun.spawn([process.execPath, script, data], { stdout: 'pipe', stderr: 'inherit' });
  const { value } = await child.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  const token = findRun(data)?.token ?? '';
  return {
    ...{ url, token },
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
