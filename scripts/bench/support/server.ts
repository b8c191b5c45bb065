/** A server in a separate process: `bun server.ts <data>`, or as a benchmark starts it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/log.ts';
import { findRun } from '../../../src/run-file.ts';
import { startServer } from '../../../src/server.ts';

if (import.meta.main) {
  const config = loadConfig({ data: process.argv[2], port: '0', rateLimit: 'off' }, {});
  const { url } = await startServer(config, silentLog());
  process.send?.(url);
}

/** Starts a script that sends its URL once it answers; `data` is its first argument. */
export async function startChild(script: string, data: string, env: Record<string, string> = {}) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = Bun.spawn([process.execPath, script, data], {
    env: { ...process.env, ...env },
    ipc: (url: string) => resolve(url),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = await promise;
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Posts JSON; returns the server's answer. */
export async function postTo<T>(url: string, body: unknown, headers: Record<string, string>) {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(url, { ...init, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Starts the server on a temporary directory; or as another script starts it. */
export async function startInbox(env: Record<string, string> = {}, script = import.meta.path) {
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const child = await startChild(script, data, env);
  const owner = { authorization: `Bearer ${findRun(data)?.token}` };
  const post = <T>(path: string, body: unknown, headers: Record<string, string> = owner) =>
    postTo<T>(`${child.url}/api/v1${path}`, body, headers);
  return {
    ...child,
    data,
    owner,
    post,
    async stop() {
      await child.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
