/** Sends the due items of several queues, many at a time and none twice at the same time. */
import type { Inbox } from '../core/inbox.ts';
import type { Outcome } from '../core/outgoing/outcome.ts';
import { createAlarm } from './alarm.ts';
import type { Queue } from './queue.ts';
import { createSender, type Sender } from './sender.ts';

/** High enough that a thousand receivers that do not answer leave room for those that do. */
const MOST_AT_ONCE = 2048;
/** Of these, what each queue leaves to the others: webhooks that hang delay no notice. */
const LEFT_TO_OTHERS = 256;
const FOUND_AT_ONCE = 256;
const AFTER_FAILURE_MS = 1000;

export type Worker = ReturnType<typeof createWorker>;

/** Sends what the queues have that it serves. */
export function createWorker({ now, log }: Pick<Inbox, 'now' | 'log'>) {
  const ending = new AbortController();
  const alarm = createAlarm(now, search);
  const senders: Sender[] = [];
  const unwatch: (() => void)[] = [];
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  function search(): void {
    for (const sender of senders) sender.searchAgain();
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

  /** The queues take turns: a long one delays no other. */
  async function lookAll(): Promise<void> {
    const atMs = now();
    const searching = new Set<Sender>();
    let left = [...senders];
    while (!stopped && left.length > 0) {
      const more: Sender[] = [];
      for (const sender of left) {
        // An attempt that failed since the last turn may be due before anything known.
        if (sender.mustSearch()) searching.add(sender);
        const hasBegun = await trying(sender, () => sender.begin(atMs, roomFor(sender)));
        if (hasBegun) more.push(sender);
        if (hasBegun === null) searching.delete(sender);
      }
      left = more;
    }
    for (const sender of searching) {
      const next = await trying(sender, () => sender.nextDueAt(atMs));
      if (next !== null) alarm.set(next);
    }
  }

  function roomFor({ underWay }: Sender): number {
    const all = senders.reduce((sum, sender) => sum + sender.underWay(), 0);
    const own = MOST_AT_ONCE - LEFT_TO_OTHERS - underWay();
    return Math.max(0, Math.min(FOUND_AT_ONCE, MOST_AT_ONCE - all, own));
  }

  /** Null if it failed: it is tried again shortly. */
  async function trying<T>({ name, searchAgain }: Sender, read: () => Promise<T>) {
    try {
      return await read();
    } catch (err) {
      log.error({ err, queue: name }, 'due deliveries could not be read');
      searchAgain();
      alarm.set(now() + AFTER_FAILURE_MS);
      return null;
    }
  }

  return {
    /** Starts to send what a queue has. An item that `stop` cuts off is sent again after the next start. */
    async serve<Item extends { id: string }, Ended extends Outcome>(queue: Queue<Item, Ended>) {
      const sender = createSender({ log, look, signal: ending.signal }, queue);
      await queue.requeueClaimed();
      senders.push(sender);
      unwatch.push(
        queue.onDue((atMs) => {
          if (atMs > now()) return alarm.set(atMs);
          sender.searchAgain();
          look();
        }),
      );
      look();
      return { attempts: sender.attempts };
    },
    /** Searches for due items. */
    look: search,
    async stop(): Promise<void> {
      stopped = true;
      alarm.end();
      for (const end of unwatch) end();
      // Items that are being claimed are started first, to be cut off with the rest.
      await looking;
      ending.abort(new Error('The inbox is shutting down'));
    },
  };
}
