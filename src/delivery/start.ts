/** Starts everything that sends something out of the inbox, or listens outside for answers. */
import type { Inbox } from '../core/inbox.ts';
import { type Attempts, noAttempts } from '../core/outgoing/outcome.ts';
import { parts } from '../ways/parts.ts';
import { contactKinds, wayOf } from '../ways/ways.ts';
import { createSend } from './http/send.ts';
import { noticeQueue } from './notices/queue.ts';
import { webhookQueue } from './webhooks/queue.ts';
import { createWorker } from './worker.ts';

type Part = { stop: () => Promise<void> };

/** Listens where the owner has set something to listen to; each way is loaded only then. */
async function startListening(inbox: Inbox, home: string): Promise<Part[]> {
  const set = contactKinds.filter((kind) => wayOf(kind).listens?.(inbox.ways));
  const started = set.map(async (kind) => (await parts[kind].listen?.())?.listen(inbox, { home }));
  return (await Promise.all(started)).filter((part) => part !== undefined && part !== null);
}

/** Nothing is sent before `start`. */
export function createDeliveries(inbox: Inbox, webhookTimeoutMs: number) {
  const running: Part[] = [];
  let attempts: () => Attempts = () => noAttempts;
  return {
    /** Attempts to deliver webhooks, since the start. */
    attempts: () => attempts(),
    /** People open the inbox at `home`. */
    async start(home: string): Promise<void> {
      const send = createSend({ allow: inbox.webhookAllow, timeoutMs: webhookTimeoutMs });
      const worker = createWorker(inbox);
      running.push(worker);
      ({ attempts } = await worker.serve(webhookQueue(inbox, send, webhookTimeoutMs)));
      await worker.serve(noticeQueue(inbox, { home }));
      running.push(...(await startListening(inbox, home)));
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
