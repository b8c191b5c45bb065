/** Sends the due items of a queue, many at a time and none twice at the same time. */
import type { Inbox } from '../core/inbox.ts';
import type { Due } from '../core/outgoing/due.ts';
import { type Attempts, noAttempts, type Outcome } from '../core/outgoing/outcome.ts';
import { createAlarm } from './alarm.ts';
import { createBacklog } from './backlog.ts';
import { createLanes } from './lanes.ts';
import type { Queue } from './queue.ts';

/** High enough that a thousand receivers that do not answer leave room for those that do. */
const MOST_AT_ONCE = 2048;
const FOUND_AT_ONCE = 256;
const AFTER_FAILURE_MS = 1000;

export type Worker = Awaited<ReturnType<typeof startWorker>>;

/** Starts to send. An item that `stop` cuts off is sent again after the next start. */
export async function startWorker<Item extends { id: string }, Ended extends Outcome>(
  { now, log }: Pick<Inbox, 'now' | 'log'>,
  queue: Queue<Item, Ended>,
) {
  const lanes = createLanes(queue.lanes);
  const ending = new AbortController();
  const attempts: Attempts = { ...noAttempts };
  const alarm = createAlarm(now, search);
  const backlog = createBacklog(queue, lanes);
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  function search(): void {
    backlog.searchAgain();
    look();
  }

  /** Looks one at a time; a call in between causes another one after it. */
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
    const searches = backlog.mustSearch();
    try {
      while (!stopped && attempts.underWay < MOST_AT_ONCE && (await sendSome(atMs))) {}
      if (!searches) return;
      const next = await queue.nextDueAt(atMs);
      if (next !== null) alarm.set(next);
    } catch (err) {
      log.error({ err, queue: queue.name }, 'due deliveries could not be read');
      backlog.searchAgain();
      alarm.set(now() + AFTER_FAILURE_MS);
    }
  }

  /** Starts due items as far as there is room; returns false once none is left. */
  async function sendSome(atMs: number): Promise<boolean> {
    const room = Math.min(FOUND_AT_ONCE, MOST_AT_ONCE - attempts.underWay);
    const begun = await backlog.begin(atMs, room);
    const items = await claim(begun);
    for (const { id, lane } of begun) {
      const item = items.get(id);
      if (item) void sendOne(item, lane);
      else lanes.end(lane, true);
    }
    return begun.length > 0;
  }

  async function claim(begun: Due[]): Promise<Map<string, Item>> {
    if (begun.length === 0) return new Map();
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
    lanes.end(lane, queue.isWell(outcome));
    // What was not accepted may be due again.
    if (outcome.result === 'accepted') backlog.ended(lane);
    else backlog.searchAgain();
    look();
  }

  /**
   * Retries until it is stored: an item that is claimed and never settled would hang until the next
   * start.
   */
  async function settle(item: Item, outcome: Ended): Promise<void> {
    while (!stopped) {
      try {
        return await queue.settle(item, outcome);
      } catch (err) {
        log.error({ err, queue: queue.name, id: item.id }, 'attempt could not be recorded');
        await Bun.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  await queue.requeueClaimed();
  const unwatch = queue.onDue((atMs) => (atMs > now() ? alarm.set(atMs) : search()));
  look();
  return {
    /** Searches for due items. */
    look: search,
    attempts: (): Attempts => ({ ...attempts }),
    async stop(): Promise<void> {
      stopped = true;
      alarm.end();
      unwatch();
      // Items that are being claimed are started first, to be cut off with the rest.
      await looking;
      ending.abort(new Error('The inbox is shutting down'));
    },
  };
}
