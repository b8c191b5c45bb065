/** The number of requests is INBOX_HOSTILE, 1,000 unless it says otherwise; INBOX_SEED repeats a run. */
import { expect, test } from 'bun:test';
import { fuzzServer } from '../support/event-loop/server.ts';
import { type Hold, hostileRun } from '../support/hostile/run.ts';
import { fillDirectory } from '../support/hostile/world.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { limited } from '../support/machine/memory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';

const REQUESTS = Number(process.env.INBOX_HOSTILE ?? sized(1000, 3000));
const MIB = 1024 * 1024;
const MOST_GROWN = 50 * MIB;
/** Before that the program is not warm, and every page that it touches is new. */
const LONG = 100_000;
/** A short run is mostly of code that is not compiled yet, beside other tests on the same two cores. */
const LONGEST_MS = REQUESTS >= LONG ? 50 : 150;

test(
  'delays other requests within bounds during hostile ones',
  async () => {
    const data = temporaryDirectory();
    await fillDirectory(data, REQUESTS >= LONG ? 100_000 : 10_000);
    const seed = newSeed();
    {
      await using server = await fuzzServer(data);
      using memory = limited(server.pid);
      const startedAt = performance.now();
      const run = await hostileRun(server, REQUESTS, seeded(seed));
      const { worst, residentBefore, residentAfter } = run;
      const bound = LONGEST_MS + worst.idleMs;
      const seconds = (performance.now() - startedAt) / 1000;
      const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
      console.log(`INBOX_SEED=${seed}: ${REQUESTS} hostile requests in ${seconds.toFixed(0)} s`);
      console.log(`statuses ${JSON.stringify(run.statuses)}`);
      console.log(`worst hold ${reported(run.holds)[0] ?? `under ${LONGEST_MS} ms`}`);
      console.log(
        `apart from it: COMMIT ${worst.commitMs.toFixed(0)} ms, collection ${worst.collectionMs.toFixed(0)} ms, the idle machine ${worst.idleMs.toFixed(0)} ms`,
      );
      console.log(
        `memory ${mib(residentBefore)}, then ${mib(residentAfter)}, at most ${Math.round(memory.most())} MiB`,
      );
      expect(reported(run.holds.filter(({ heldMs }) => heldMs > bound))).toEqual([]);
      if (REQUESTS >= LONG) expect(residentAfter - residentBefore).toBeLessThan(MOST_GROWN);
      expect(server.hasEnded()).toBe(false);
    }
    removeDirectory(data);
  },
  { timeout: 900_000 + REQUESTS * 20 },
);

/** The longest first. */
const reported = (holds: Hold[]) =>
  holds
    .toSorted((one, other) => other.heldMs - one.heldMs)
    .slice(0, 20)
    .map(({ heldMs, during }) => `${heldMs.toFixed(0)} ms during ${during}`);
