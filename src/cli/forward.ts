/** Posts the news of a channel to a URL of this machine, as its webhook would. */
import type { EventName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';
import {
  eventOfAnswer,
  eventOfExpiry,
  eventOfMessage,
  type WebhookEvent,
} from '../core/webhooks/payloads.ts';
import { signedHeaders } from '../core/webhooks/sign.ts';
import { wentOf } from './delivery.ts';
import { secondsOf } from './moments.ts';
import { noteStyled } from './output.ts';
import type { PrintEvent } from './tail/printer.ts';

const TIMEOUT_MS = 10_000;

type Forwarding = {
  to: string;
  secret: string;
  /** The message as its agent reads it; null once it is deleted. */
  read: (id: string) => Promise<Message | null>;
};

/**
 * Takes live events and posts those that a webhook tells of, each once and in their order. What stands
 * before `begin` is called is known, and not posted.
 */
export function createForwarder({ to, secret, read }: Forwarding) {
  const told = new Set<string>();
  let begun = false;
  let queue = Promise.resolve();

  async function forward(event: Told, id: string): Promise<void> {
    const message = await read(id);
    if (message) await post(to, secret, `${id}.${event}`, news[event](message));
  }

  const event: PrintEvent = (name, payload) => {
    const { id, messageId = id } = payload as Message & { messageId?: string };
    const tells = toldBy(name, payload as Message);
    if (!tells || told.has(`${messageId}.${tells}`)) return;
    told.add(`${messageId}.${tells}`);
    if (begun) queue = queue.then(() => forward(tells, messageId));
  };
  return {
    event,
    begin(): void {
      begun = true;
    },
  };
}

type Told = keyof typeof news;
/** Made of the message as it is read alone: a list, of which what was missed comes, hides passwords. */
const news = {
  'message:created': eventOfMessage,
  'review:responded': eventOfAnswer,
  'review:expired': eventOfExpiry,
};

/** By what a message now is: a lost connection may have hidden how it came to be so. */
function toldBy(name: EventName, { review, senderType }: Message): Told | undefined {
  if (name === 'review:expired' || review?.status === 'expired') return 'review:expired';
  if (review?.status === 'completed') return 'review:responded';
  return name === 'message:created' && senderType === 'user' ? name : undefined;
}

async function post(to: string, secret: string, id: string, news: WebhookEvent): Promise<void> {
  const body = JSON.stringify(news);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders({ id, body, secrets: [secret], atMs: Date.now() }),
  };
  const startedAt = performance.now();
  const went = await fetch(to, {
    ...{ method: 'POST', headers, body, redirect: 'manual' as const },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ status }) => wentOf(status, null, process.stderr),
    (error: Error) => wentOf(null, error.message, process.stderr),
  );
  const took = Math.round(performance.now() - startedAt);
  noteStyled(`${secondsOf(new Date().toISOString())}  ${news.event}  ${went}  (${took} ms)`);
}
