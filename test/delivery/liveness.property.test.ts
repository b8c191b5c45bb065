/**
 * Queues in memory, whose every read, attempt and outcome a generated history decides: nothing that is due
 * waits without a reason, and all of it is sent in the end. INBOX_HISTORIES is how many histories;
 * `bun run faults delivery` has 100,000. Time is that of fake timers.
 */
import { afterAll, beforeAll, expect, jest, test } from 'bun:test';
import fc from 'fast-check';
import { findFree } from '../../src/core/outgoing/due.ts';
import { notSent, type Outcome } from '../../src/core/outgoing/outcome.ts';
import type { Queue } from '../../src/delivery/queue.ts';
import { createWorker, type Worker } from '../../src/delivery/worker.ts';
import { silentLog } from '../../src/log.ts';
import { givenSeed, seeded } from '../support/machine/random.ts';

const HISTORIES = Number(process.env.INBOX_HISTORIES ?? 500);
const LEASE_MS = 4000;
const LONGEST_ATTEMPT_MS = 2000;
const LANES = 4;
/** More than a search finds. */
const CROWD = 300;
/** How long it may take to notice that the clock was set while an alarm runs, or that a read failed. */
const AFTER_CLOCK_MS = 60_000;
const AFTER_FAILURE_MS = 1000;
const MOST_RINGS = 5000;

type Row = {
  id: string;
  lane: string;
  dueMs: number;
  status: 'waiting' | 'sending' | 'done';
  leasedUntilMs: number;
  /** The process that sends it, or did. */
  claimedBy: number;
  /** The next attempts; those after them are accepted. */
  fates: Fate[];
};
const fate = fc.record({
  result: fc.constantFrom('accepted', 'refused', 'refused', 'unknown', 'throws'),
  tookMs: fc.constantFrom(0, 0, 0, 1, 500, LONGEST_ATTEMPT_MS),
  retryMs: fc.constantFrom(0, 20, 1500),
  /** How often storing it fails, and how long it takes. */
  failures: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 9),
  storedMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 5000),
});
type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never;
const fine: Fate = { result: 'accepted', tookMs: 0, retryMs: 0, failures: 0, storedMs: 0 };

const queue = fc.constantFrom(0, 1);
const step = fc.oneof(
  {
    weight: 120,
    arbitrary: fc.record({
      what: fc.constant('insert'),
      queue,
      lane: fc.nat(LANES - 1),
      dueInMs: fc.constantFrom(0, 0, 0, 1, 30, 2000),
      rows: fc.array(fc.array(fate, { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 120,
    arbitrary: fc.record({ what: fc.constant('ring'), times: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 40,
    arbitrary: fc.record({
      what: fc.constant('failReads'),
      queue,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      what: fc.constant('setClock'),
      byMs: fc.constantFrom(-300_000, -1500, 700, 5000, 300_000),
    }),
  },
  { weight: 20, arbitrary: fc.record({ what: fc.constantFrom('stop', 'kill') }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('crowd'), queue, lane: fc.nat(LANES - 1) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.record({
  turns: fc.nat(),
  steps: fc.array(step, { maxLength: 12, size: 'max' }),
});

beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

test(
  'sends everything in the end, and nothing that is due waits for nothing',
  () =>
    fc.assert(
      fc.asyncProperty(history, async ({ turns, steps }) => {
        const world = createWorld(seeded(turns));
        await world.start();
        for (const one of steps) {
          await world.take(one);
          expect(world.forgotten()).toEqual([]);
        }
        await world.runOut();
        await world.end();
      }),
      { numRuns: HISTORIES, ...givenSeed },
    ),
  { timeout: 60_000 + HISTORIES * 100 },
);

function createWorld(random: () => number) {
  /** How much the clock differs from the fake one, which never goes back. */
  let setByMs = 0;
  let clockSetAt = Number.NEGATIVE_INFINITY;
  let worker: Worker;
  /** The number of the process that lives: whatever an earlier one calls is never answered. */
  let life = 0;
  let busy = 0;
  const now = () => Date.now() + setByMs;
  const stores = [createStore('a'), createStore('b')];

  /** Answers some turns of the event loop later, unless the process that called was killed. */
  async function answer<T>(of: number, value: () => T): Promise<T> {
    busy += 1;
    for (let left = Math.floor(random() * 4); left > 0; left--) await turn();
    busy -= 1;
    return of === life ? value() : new Promise<never>(() => {});
  }

  function createStore(name: string) {
    const rows: Row[] = [];
    const listeners = new Set<(atMs: number) => void>();
    const sending = new Map<string, number>();
    let failures = 0;
    let failedAt = Number.NEGATIVE_INFINITY;
    let retriedAtMs = failedAt;

    /** It is decided when it is answered whether it fails. */
    const read = <T>(of: number, value: () => T) =>
      answer(of, () => {
        if (failures === 0) return value();
        failures--;
        failedAt = Date.now();
        retriedAtMs = now() + AFTER_FAILURE_MS;
        throw new Error('the database is busy');
      });
    const rowOf = (id: string) => rows.find((row) => row.id === id) as Row;

    async function settle(of: number, row: Row, how: Fate): Promise<void> {
      if (how.storedMs > 0) await Bun.sleep(how.storedMs);
      await answer(of, () => {
        if (how.failures-- > 0) throw new Error('the database is busy');
        row.status = how.result === 'accepted' ? 'done' : 'waiting';
        row.dueMs = now() + how.retryMs;
      });
    }

    const queueOf = (of: number): Queue<Row & { fate: Fate }> => ({
      name,
      lanes: { first: 1, most: 4 },
      leaseMs: LEASE_MS,
      isWell: ({ result }) => result === 'accepted',
      onDue(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      takeBack: (atMs, isUnderWay) =>
        read(of, () => {
          for (const row of rows) {
            if (row.status !== 'sending' || row.leasedUntilMs > atMs || isUnderWay(row.id))
              continue;
            row.status = 'waiting';
          }
        }),
      findDue: ({ atMs, limit, isBusy }) =>
        findFree({ limit, isBusy }, (passed) =>
          read(of, () =>
            rows
              .filter((row) => row.status === 'waiting' && row.dueMs <= atMs)
              .filter(({ lane }) => !passed.includes(lane))
              .sort((one, other) => one.dueMs - other.dueMs)
              .slice(0, limit),
          ),
        ),
      claim: (ids) =>
        read(of, () =>
          ids.map(rowOf).flatMap((row) => {
            if (row.status !== 'waiting' || row.dueMs > now()) return [];
            row.status = 'sending';
            row.leasedUntilMs = now() + LEASE_MS;
            row.claimedBy = of;
            return { ...row, fate: { ...(row.fates.shift() ?? fine) } };
          }),
        ),
      nextDueAt: (afterMs) =>
        read(of, () => {
          const times = rows.flatMap(({ status, dueMs, leasedUntilMs }) => {
            if (status === 'done') return [];
            return status === 'waiting' ? dueMs : leasedUntilMs;
          });
          const later = times.filter((atMs) => atMs > afterMs);
          return later.length === 0 ? null : Math.min(...later);
        }),
      async send({ id, lane, fate: { result, tookMs } }, signal): Promise<Outcome> {
        if (sending.get(id) === of) throw new Error(`${id} is sent twice at the same time`);
        sending.set(id, of);
        const cutOff = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => cutOff.resolve());
        if (tookMs > 0) await Promise.race([Bun.sleep(tookMs), cutOff.promise]);
        await answer(of, () => {});
        sending.delete(id);
        if (signal.aborted) return notSent(`${lane} was cut off`);
        if (result === 'throws') throw new Error('an attempt failed');
        return { ...notSent(''), result: result as Outcome['result'] };
      },
      settle: ({ id, fate: how }) => settle(of, rowOf(id), how),
      release: (ids) =>
        read(of, () => {
          for (const id of ids) rowOf(id).leasedUntilMs = now();
        }),
    });

    return {
      queueOf,
      insert(lane: number, dueInMs: number, fates: Fate[][]): void {
        const dueMs = now() + dueInMs;
        for (const one of fates) {
          rows.push({
            id: `${name}${rows.length}`,
            lane: `${lane}`,
            dueMs,
            fates: structuredClone(one),
            status: 'waiting',
            leasedUntilMs: 0,
            claimedBy: 0,
          });
        }
        for (const listener of listeners) listener(dueMs);
      },
      fail(count: number): void {
        failures = count;
      },
      /** A process that dies takes its listeners with it. */
      die(): void {
        listeners.clear();
        sending.clear();
      },
      /** Items that are overdue although nothing is being sent in its lane, and no failure has to be waited for. */
      forgotten(): string[] {
        const isRetried = Date.now() > failedAt + AFTER_FAILURE_MS && now() > retriedAtMs;
        if (failures > 0 || !isRetried) return [];
        const busyLanes = new Set(
          rows.flatMap(({ status, lane, claimedBy }) =>
            status === 'sending' && claimedBy === life ? lane : [],
          ),
        );
        return rows
          .filter(({ lane, status, dueMs }) => {
            const isOverdue = status === 'waiting' && dueMs < now();
            return isOverdue && !busyLanes.has(lane);
          })
          .map(({ id }) => id);
      },
      left: () =>
        rows.filter(({ status }) => status !== 'done').map(({ id, status }) => `${id} ${status}`),
    };
  }

  /** Until nothing more happens before a timer rings. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      await turn();
      if (busy > 0) quiet = 0;
    }
  }

  async function start(): Promise<void> {
    worker = createWorker({ now, log: silentLog() });
    for (const { queueOf } of stores) void worker.serve(queueOf(life));
    await settled();
  }

  async function ring(): Promise<void> {
    jest.advanceTimersToNextTimer();
    await settled();
  }

  async function take(one: Step): Promise<void> {
    if (one.what === 'ring') for (let left = one.times; left > 0; left--) await ring();
    if (one.what === 'insert') stores[one.queue]?.insert(one.lane, one.dueInMs, one.rows);
    if (one.what === 'crowd') stores[one.queue]?.insert(one.lane, 0, Array(CROWD).fill([]));
    if (one.what === 'failReads') stores[one.queue]?.fail(one.count);
    if (one.what === 'setClock') {
      setByMs += one.byMs;
      clockSetAt = Date.now();
    }
    if (one.what === 'stop') {
      await stop();
      life++;
      await start();
    }
    if (one.what === 'kill') {
      life++;
      jest.clearAllTimers();
      for (const store of stores) store.die();
      await start();
    }
    await settled();
  }

  async function stop(): Promise<void> {
    let hasStopped = false;
    const stopping = worker
      .stop()
      .catch(() => {})
      .finally(() => {
        hasStopped = true;
      });
    await settled();
    while (!hasStopped) await ring();
    await stopping;
  }

  return {
    start,
    take,
    forgotten: () =>
      Date.now() <= clockSetAt + AFTER_CLOCK_MS ? [] : stores.flatMap((store) => store.forgotten()),
    async runOut(): Promise<void> {
      const left = () => stores.flatMap((store) => store.left());
      for (const store of stores) store.fail(0);
      for (let rings = 0; left().length > 0 && rings < MOST_RINGS; rings++) await ring();
      expect(left()).toEqual([]);
    },
    async end(): Promise<void> {
      await stop();
      jest.clearAllTimers();
    },
  };
}

const later = setImmediate;
const turn = () => new Promise<void>((resolve) => void later(resolve));
