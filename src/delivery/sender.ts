/** Sends the due items of one queue, as far as its worker has room for them. */
import type { Inbox } from '../core/inbox.ts';
import type { Due } from '../core/outgoing/due.ts';
import { type Attempts, noAttempts, type Outcome } from '../core/outgoing/outcome.ts';
import { createBacklog } from './backlog.ts';
import { createLanes } from './lanes.ts';
import type { Queue } from './queue.ts';

const AFTER_FAILURE_MS = 1000;

type Worker = {
  log: Inbox['log'];
  /** Looks again for what is due. */
  look: () => void;
  /** Cuts off what is being sent. */
  signal: AbortSignal;
};

export type Sender = ReturnType<typeof createSender>;

export function createSender<Item extends { id: string }, Ended extends Outcome>(
  { log, look, signal }: Worker,
  queue: Queue<Item, Ended>,
) {
  const lanes = createLanes(queue.lanes);
  const attempts: Attempts = { ...noAttempts };
  const backlog = createBacklog(queue, lanes);

  /** Starts due items as far as there is room; returns false once none is left, or no room. */
  async function begin(atMs: number, room: number): Promise<boolean> {
    if (room === 0) return false;
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
    const outcome = await queue.send(item, signal);
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
    while (!signal.aborted) {
      try {
        return await queue.settle(item, outcome);
      } catch (err) {
        log.error({ err, queue: queue.name, id: item.id }, 'attempt could not be recorded');
        await Bun.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  return {
    name: queue.name,
    begin,
    mustSearch: backlog.mustSearch,
    searchAgain: backlog.searchAgain,
    nextDueAt: queue.nextDueAt,
    underWay: () => attempts.underWay,
    /** Since the start. */
    attempts: (): Attempts => ({ ...attempts }),
  };
}
