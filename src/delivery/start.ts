/** Starts everything that sends something out of the inbox, or listens outside for answers. */
import type { Inbox } from '../core/inbox.ts';
import { type Attempts, noAttempts } from '../core/outgoing/outcome.ts';
import { createSend } from './http/send.ts';
import { startNtfyReplies } from './notices/ntfy-replies.ts';
import { noticeQueue } from './notices/queue.ts';
import { startSlack } from './slack/listen.ts';
import { startTelegram } from './telegram/poll.ts';
import { webhookQueue } from './webhooks/queue.ts';
import { createWorker } from './worker.ts';

type Part = { stop: () => Promise<void> };

/** Nothing is sent before `start`. */
export function createDeliveries(inbox: Inbox, webhookTimeoutMs: number) {
  const parts: Part[] = [];
  let attempts: () => Attempts = () => noAttempts;
  return {
    /** Of webhooks, since the start. */
    attempts: () => attempts(),
    /** People open the inbox at `home`. */
    async start(home: string): Promise<void> {
      const send = createSend({ allow: inbox.webhookAllow, timeoutMs: webhookTimeoutMs });
      const worker = createWorker(inbox);
      parts.push(worker);
      ({ attempts } = await worker.serve(webhookQueue(inbox, send)));
      await worker.serve(noticeQueue(inbox, { home }));
      const replies = startNtfyReplies(inbox);
      if (replies) parts.push(replies);
      const telegram = startTelegram(inbox);
      if (telegram) parts.push(telegram);
      const slack = startSlack(inbox);
      if (slack) parts.push(slack);
    },
    async stop(): Promise<void> {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
