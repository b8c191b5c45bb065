/** A server in a separate process that reports how long its event loop was ever blocked. */
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/log.ts';
import { startServer } from '../../../src/server.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';
import { type Gap, startProbe } from './probe.ts';

export type { Gap };

type Started = { url: string; setUpUrl: string | null; token: string };
/** In milliseconds, and bytes. */
type State = { asked: number; worstCommitMs: number; residentBytes: number };
type Pause = { at: number; ms: number };

const LONGEST_MS = 50;
/** The log of a collection comes by another way than the gap that it made. */
const LATE_MS = 100;

if (import.meta.main) {
  const { findRun } = await import('../../../src/run-file.ts');
  const data = process.argv[2] ?? '';
  const config = loadConfig({ data, port: '0', rateLimit: 'off' }, {});
  const probe = startProbe(LONGEST_MS, (gap) => process.send?.(gap));
  const { url, setUpUrl } = await startServer(config, silentLog());
  process.send?.({ url, setUpUrl, token: findRun(data)?.token ?? '' });
  // Answered after the reports before it, so that the caller has received every gap.
  process.on('message', (asked: number) =>
    setTimeout(() => {
      // Garbage is not a leak.
      if (asked < 0) Bun.gc(true);
      const residentBytes = process.memoryUsage.rss();
      process.send?.({ asked, residentBytes, worstCommitMs: probe.worstCommitMs() });
    }, 2 * probe.tickMs),
  );
}

/** The engine lets its heap grow with the memory of the machine: this is the small one that the limit is for. */
const SMALL_MACHINE = 512 * 1024 * 1024;

/** On a directory of its own; one that is given is the caller's to remove. */
export async function fuzzServer(given?: string) {
  const data = given ?? temporaryDirectory();
  const started = Promise.withResolvers<Started>();
  const asked = new Map<number, (state: State) => void>();
  let gaps: Gap[] = [];
  const receive = (message: Started | Gap | State) => {
    if ('url' in message) started.resolve(message);
    else if ('from' in message) gaps.push(message);
    else asked.get(message.asked)?.(message);
  };
  const child = Bun.spawn([process.execPath, import.meta.path, data], {
    ipc: receive,
    env: { ...process.env, BUN_JSC_logGC: '1', BUN_JSC_forceRAMSize: `${SMALL_MACHINE}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const collections = followCollections(child.stderr);
  const idle = Bun.spawn([process.execPath, join(import.meta.dir, 'probe.ts')], {
    ipc: (ms: number) => idleAsked.resolve(ms),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const idleAsked = Promise.withResolvers<number>();
  async function ask(sign: 1 | -1): Promise<State> {
    const { promise, resolve } = Promise.withResolvers<State>();
    const number = sign * (asked.size + 1);
    asked.set(number, resolve);
    child.send(number);
    return promise;
  }
  return {
    ...(await started.promise),
    pid: child.pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** The gaps of over 50 ms since it was last asked, without COMMIT and collection. */
    async gaps(): Promise<Gap[]> {
      await ask(1);
      const received = gaps;
      gaps = [];
      if (received.length > 0) await Bun.sleep(LATE_MS);
      return received
        .map((gap) => ({ ...gap, heldMs: gap.heldMs - collections.within(gap) }))
        .filter(({ heldMs }) => heldMs > LONGEST_MS);
    },
    /** The memory in use after a garbage collection. */
    async residentBytes() {
      const { residentBytes } = await ask(-1);
      // This collection is the test's own: no request caused it.
      await ask(1);
      gaps = [];
      return residentBytes;
    },
    /** The longest COMMIT, the longest pause of a collection, and what the idle machine took. */
    async worst() {
      idle.send(0);
      const { worstCommitMs } = await ask(1);
      return {
        commitMs: worstCommitMs,
        collectionMs: collections.worst(),
        idleMs: await idleAsked.promise,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const one of [child, idle]) one.kill('SIGKILL');
      await child.exited;
      if (given === undefined) removeDirectory(data);
    },
  };
}

/** Reads the pauses off the engine's log; whatever else the process says goes on. */
function followCollections(stderr: ReadableStream<Uint8Array>) {
  let pauses: Pause[] = [];
  let worst = 0;
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const part of stderr) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) note(line);
    }
  };
  const note = (line: string) => {
    if (!/^\[GC<|^GC END|^Requesting GC|^\s*$/.test(line)) console.error(line);
    for (const [, ms] of line.matchAll(/ p=([\d.]+)ms/g)) {
      pauses.push({ at: performance.timeOrigin + performance.now(), ms: Number(ms) });
      worst = Math.max(worst, Number(ms));
    }
    if (pauses.length > 10_000) pauses = pauses.slice(-5000);
  };
  void read();
  return {
    worst: () => worst,
    within: ({ from, to }: Gap) =>
      pauses.reduce((sum, { at, ms }) => (at > from && at < to + LATE_MS ? sum + ms : sum), 0),
  };
}

export type FuzzServer = Awaited<ReturnType<typeof fuzzServer>>;
