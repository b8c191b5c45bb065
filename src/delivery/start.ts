/** Starts everything that sends something out of the inbox, or listens outside for answers. */
import type { Inbox } from '../core/inbox.ts';
import { type Attempts, noAttempts } from '../core/outgoing/outcome.ts';
import { createSend } from './http/send.ts';
import { noticeQueue } from './notices/queue.ts';
import { webhookQueue } from './webhooks/queue.ts';
import { createWorker } from './worker.ts';

type Part = { stop: () => Promise<void> };

/** Listens where the owner has set something to listen to; each way is loaded only then. */
async function startListening(inbox: Inbox, home: string): Promise<Part[]> {
  const { ntfyReplyTopic, telegramToken, slackAppToken } = inbox.ways;
  const parts: (Part | null)[] = [];
  if (ntfyReplyTopic !== null) {
    const { startNtfyReplies } = await import('../ways/ntfy/listen.ts');
    parts.push(startNtfyReplies(inbox));
  }
  if (telegramToken !== null) {
    const { startTelegram } = await import('../ways/telegram/listen.ts');
    parts.push(startTelegram(inbox, { home }));
  }
  if (slackAppToken !== null) {
    const { startSlack } = await import('../ways/slack/listen.ts');
    parts.push(startSlack(inbox, { home }));
  }
  return parts.filter((part) => part !== null);
}

/** Nothing is sent before `start`. */
export function createDeliveries(inbox: Inbox, webhookTimeoutMs: number) {
  const parts: Part[] = [];
  let attempts: () => Attempts = () => noAttempts;
  return {
    /** Attempts to deliver webhooks, since the start. */
    attempts: () => attempts(),
    /** People open the inbox at `home`. */
    async start(home: string): Promise<void> {
      const send = createSend({ allow: inbox.webhookAllow, timeoutMs: webhookTimeoutMs });
      const worker = createWorker(inbox);
      parts.push(worker);
      ({ attempts } = await worker.serve(webhookQueue(inbox, send, webhookTimeoutMs)));
      await worker.serve(noticeQueue(inbox, { home }));
      parts.push(...(await startListening(inbox, home)));
    },
    async stop(): Promise<void> {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
