/** Starts everything that sends something out of the inbox, or listens outside for answers. */
import type { Inbox } from '../core/inbox.ts';
import { newBots } from '../core/notify/ways.ts';
import { type Attempts, noAttempts } from '../core/outgoing/outcome.ts';
import { parts } from '../ways/parts.ts';
import { botKinds, type ContactKind, contactKinds, wayOf } from '../ways/ways.ts';
import { createSend } from './http/send.ts';
import { noticeQueue } from './notices/queue.ts';
import { webhookQueue } from './webhooks/queue.ts';
import { createWorker } from './worker.ts';

type Part = { stop: () => Promise<void> };

/**
 * Listens where the owner has set something to listen to; each way is loaded only then. After a change it
 * stops listening by the old settings first: a bot is not polled twice.
 */
async function startListening(inbox: Inbox, homeOf: () => string): Promise<Part> {
  const listening = new Map<ContactKind, Part>();
  let isEnding = false;
  async function listenAt(kind: ContactKind): Promise<void> {
    await listening.get(kind)?.stop();
    listening.delete(kind);
    // Another bot may have another name.
    for (const bot of botKinds) if (bot === kind) inbox.bots[bot] = newBots()[bot];
    if (isEnding || !wayOf(kind).listens?.(inbox.ways)) return;
    const loaded = await parts[kind].listen?.();
    const part = isEnding ? null : loaded?.listen(inbox, { home: homeOf() });
    if (part) listening.set(kind, part);
  }
  /** One after another. */
  let turn: Promise<unknown> = Promise.all(contactKinds.map(listenAt));
  const unwatch = inbox.bus.on('settings:changed', ({ what }) => {
    const kinds = what === 'publicUrl' ? contactKinds : [what];
    turn = turn
      .then(() => Promise.all(kinds.map(listenAt)))
      .catch((err) => inbox.log.error({ err, what }, 'a way could not be listened to'));
  });
  await turn;
  return {
    async stop() {
      isEnding = true;
      unwatch();
      await Promise.all([...listening.values()].map((part) => part.stop()));
      await turn;
      await Promise.all([...listening.values()].map((part) => part.stop()));
    },
  };
}

/** Nothing is sent before `start`. */
export function createDeliveries(inbox: Inbox, webhookTimeoutMs: number) {
  const running: Part[] = [];
  let attempts: () => Attempts = () => noAttempts;
  return {
    /** Attempts to deliver webhooks, since the start. */
    attempts: () => attempts(),
    /** People open the inbox at what `homeOf` returns. */
    async start(homeOf: () => string): Promise<void> {
      const send = createSend({ allow: inbox.webhookAllow, timeoutMs: webhookTimeoutMs });
      const worker = createWorker(inbox);
      running.push(worker);
      ({ attempts } = await worker.serve(webhookQueue(inbox, send, webhookTimeoutMs)));
      await worker.serve(noticeQueue(inbox, { homeOf }));
      running.push(await startListening(inbox, homeOf));
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
