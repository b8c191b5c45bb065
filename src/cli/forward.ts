/** Posts the news of a channel to a URL of this machine, as its webhook would. */
import type { LiveName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';
import {
  eventOfAnswer,
  eventOfExpiry,
  eventOfMessage,
  type WebhookEvent,
} from '../core/webhooks/payloads.ts';
import { signedHeaders } from '../core/webhooks/sign.ts';
import { wentOf } from './delivery.ts';
import { messageIdOf } from './message-id.ts';
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

/** Accepts events and forwards those that a webhook gets, in order. */
export function createForwarder({ to, secret, read }: Forwarding) {
  let queue = Promise.resolve();

  async function forward(event: Posted, id: string): Promise<void> {
    const message = await read(id);
    if (message) await post(to, secret, `${id}.${event}`, news[event](message));
  }

  const event: PrintEvent = (heard) => {
    const { name, payload } = heard;
    const id = messageIdOf(heard);
    if (id === undefined || !isPosted(name)) return;
    if (name === 'message:created' && payload.senderType !== 'user') return;
    queue = queue.then(() => forward(name, id));
  };
  return { event };
}

type Posted = keyof typeof news;
/** Fetch the message by id: list responses, which catch-up uses, redact passwords. */
const news = {
  'message:created': eventOfMessage,
  'review:responded': eventOfAnswer,
  'review:expired': eventOfExpiry,
};

const isPosted = (name: LiveName): name is Posted => name in news;

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
