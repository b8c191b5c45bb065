/** A server in a process of its own, for tests that kill it. */
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { startServer } from '../../src/server.ts';

if (import.meta.main) {
  const config = loadConfig({ data: process.argv[2], port: '0' }, {});
  const { url } = await startServer(config, silentLog());
  process.send?.(url);
}

export async function childServer(data: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = Bun.spawn([process.execPath, import.meta.path, data], {
    ipc: (url: string) => resolve(url),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  return { url: await promise, kill, [Symbol.asyncDispose]: kill };
}
