/** A server in a process of its own that tells how long its event loop was ever held. */
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { startServer } from '../../src/server.ts';
import { removeDirectory, temporaryDirectory } from './directory.ts';

/** When the loop was held, in milliseconds since 1970. */
export type Gap = { from: number; to: number };
type Started = { url: string; setUpUrl: string | null; token: string };

const TICK_MS = 5;
const LONGEST_MS = 50;

if (import.meta.main) {
  const { findRun } = await import('../../src/run-file.ts');
  const data = process.argv[2] ?? '';
  const config = loadConfig({ data, port: '0', rateLimit: 'off' }, {});
  const { url, setUpUrl } = await startServer(config, silentLog());
  process.send?.({ url, setUpUrl, token: findRun(data)?.token ?? '' });
  let last = performance.now();
  let worked = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(worked);
    const from = performance.timeOrigin + last;
    // A gap in which the process did not work is the machine's.
    const heldMs = Math.min(now - last, (user + system) / 1000);
    if (heldMs > LONGEST_MS + TICK_MS) process.send?.({ from, to: from + now - last });
    last = now;
    worked = process.cpuUsage();
  }, TICK_MS);
  // Answered in the order of the news before it, so that whoever asks has heard of every gap.
  process.on('message', (asked) => setTimeout(() => process.send?.({ asked }), 2 * TICK_MS));
}

export async function fuzzServer() {
  const data = temporaryDirectory();
  const started = Promise.withResolvers<Started>();
  const asked = new Map<number, () => void>();
  let gaps: Gap[] = [];
  const hear = (news: Started | Gap | { asked: number }) => {
    if ('url' in news) started.resolve(news);
    else if ('from' in news) gaps.push(news);
    else asked.get(news.asked)?.();
  };
  const child = Bun.spawn([process.execPath, import.meta.path, data], {
    ipc: hear,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    ...(await started.promise),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** The gaps of over 50 ms since it was last asked. */
    async gaps(): Promise<Gap[]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const number = asked.size;
      asked.set(number, resolve);
      child.send(number);
      await promise;
      const heard = gaps;
      gaps = [];
      return heard;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
      removeDirectory(data);
    },
  };
}

export type FuzzServer = Awaited<ReturnType<typeof fuzzServer>>;
