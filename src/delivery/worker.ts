/** Sends the due items of several queues, many at a time and none twice at the same time. */
import type { Inbox } from '../core/inbox.ts';
import type { Outcome } from '../core/outgoing/outcome.ts';
import type { Queue } from './queue.ts';
import { createSender, type Sender } from './sender.ts';

/** High enough that a thousand receivers that do not answer leave room for those that do. */
const MOST_AT_ONCE = 2048;
/** Each queue leaves as many to the others: webhooks that hang delay no notice. */
const LEFT_TO_OTHERS = 256;
const FOUND_AT_ONCE = 256;

export type Worker = ReturnType<typeof createWorker>;

/** Sends what the queues have that it serves. */
export function createWorker({ now, log }: Pick<Inbox, 'now' | 'log'>) {
  const ending = new AbortController();
  const senders: Sender[] = [];

  function roomFor({ underWay }: Sender): number {
    const all = senders.reduce((sum, sender) => sum + sender.underWay(), 0);
    const own = MOST_AT_ONCE - LEFT_TO_OTHERS - underWay();
    return Math.max(0, Math.min(FOUND_AT_ONCE, MOST_AT_ONCE - all, own));
  }

  function goOnAll(): void {
    for (const sender of senders) sender.goOn();
  }

  return {
    /** Starts to send what a queue has. An item that `stop` cuts off is sent again after the next start. */
    async serve<Item extends { id: string }, Ended extends Outcome>(queue: Queue<Item, Ended>) {
      const { signal } = ending;
      const sender: Sender = createSender(
        { now, log, room: () => roomFor(sender), goOnAll, signal },
        queue,
      );
      senders.push(sender);
      await sender.begun();
      return { attempts: sender.attempts };
    },
    /** Searches for due items. */
    look(): void {
      for (const sender of senders) sender.look();
    },
    async stop(): Promise<void> {
      ending.abort(new Error('The inbox is shutting down'));
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
