/** Sends what is due in a queue, many items at a time and none twice at the same time. */
import type { Inbox } from '../core/inbox.ts';
import { type Attempts, noAttempts, type Outcome } from '../core/outgoing/outcome.ts';
import { createLanes } from './lanes.ts';
import type { Due, Queue } from './queue.ts';

/** Enough that a thousand receivers that hang leave room for those that don't. */
const MOST_AT_ONCE = 2048;
const FOUND_AT_ONCE = 256;
const LONGEST_SLEEP_MS = 60_000;
const AFTER_FAILURE_MS = 1000;

export type Worker = Awaited<ReturnType<typeof startWorker>>;

/** Starts to send. What `stop` cuts off is sent again after the next start. */
export async function startWorker<Item extends { id: string }>(
  { now, log }: Pick<Inbox, 'now' | 'log'>,
  queue: Queue<Item>,
) {
  const lanes = createLanes();
  const ending = new AbortController();
  const attempts: Attempts = { ...noAttempts };
  let timer: Timer | undefined;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  /** One look at a time; a call during a look makes it look again. */
  function look(): void {
    if (stopped) return;
    lookAgain = looking !== undefined;
    looking ??= lookAll().finally(() => {
      looking = undefined;
      if (lookAgain) look();
    });
  }

  async function lookAll(): Promise<void> {
    const atMs = now();
    try {
      while (!stopped && attempts.underWay < MOST_AT_ONCE && (await sendSome(atMs))) {}
      // What is due and was not begun waits for one that ends, and that looks again.
      const next = await queue.nextDueAt(atMs);
      if (next !== null) sleep(Math.max(0, next - now()));
    } catch (err) {
      log.error({ err, queue: queue.name }, 'due deliveries could not be read');
      sleep(AFTER_FAILURE_MS);
    }
  }

  /** Begins what is due, as far as there is room; false once nothing more is. */
  async function sendSome(atMs: number): Promise<boolean> {
    const limit = Math.min(FOUND_AT_ONCE, MOST_AT_ONCE - attempts.underWay);
    const due = await queue.findDue({ atMs, limit, isBusy: lanes.isBusy });
    const begun = due.filter(({ lane }) => lanes.begin(lane));
    const items = await claim(begun);
    for (const { id, lane } of begun) {
      const item = items.get(id);
      if (item) void sendOne(item, lane);
      else lanes.end(lane, true);
    }
    return begun.length > 0;
  }

  async function claim(begun: Due[]): Promise<Map<string, Item>> {
    try {
      const items = await queue.claim(begun.map(({ id }) => id));
      return new Map(items.map((item) => [item.id, item]));
    } catch (error) {
      for (const { lane } of begun) lanes.end(lane, false);
      throw error;
    }
  }

  async function sendOne(item: Item, lane: string): Promise<void> {
    attempts.underWay++;
    const outcome = await queue.send(item, ending.signal);
    attempts[outcome.result]++;
    await settle(item, outcome);
    attempts.underWay--;
    lanes.end(lane, outcome.result === 'accepted');
    look();
  }

  /** Until it is on the disk: one that is claimed and never settled would hang until the next start. */
  async function settle(item: Item, outcome: Outcome): Promise<void> {
    while (!stopped) {
      try {
        return await queue.settle(item, outcome);
      } catch (err) {
        log.error({ err, queue: queue.name, id: item.id }, 'attempt could not be recorded');
        await Bun.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, Math.min(ms, LONGEST_SLEEP_MS));
  }

  await queue.requeueClaimed();
  const unwatch = queue.onDue(look);
  look();
  return {
    /** Looks for what is due now. */
    look,
    attempts: (): Attempts => ({ ...attempts }),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      unwatch();
      // What is just being claimed is begun, so that it is cut off with the rest.
      await looking;
      ending.abort(new Error('The inbox is shutting down'));
    },
  };
}
