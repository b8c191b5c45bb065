/** Forwards a channel's events to a local URL, as its webhook would. */
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

/** Accepts events and forwards those that a webhook gets, in order. */
export function createForwarder({ to, secret, read }: Forwarding) {
  let queue = Promise.resolve();

  async function forward(event: Posted, id: string): Promise<void> {
    const message = await read(id);
    if (message) await post(to, secret, `${id}.${event}`, eventFor[event](message));
  }

  const event: PrintEvent = (name, payload) => {
    const { id, messageId = id } = payload as Message & { messageId?: string };
    if (
      isPosted(name) &&
      !(name === 'message:created' && (payload as Message).senderType !== 'user')
    ) {
      queue = queue.then(() => forward(name, messageId));
    }
  };
  return { event };
}

type Posted = keyof typeof eventFor;
/** Fetch the message by id: list responses, which catch-up uses, redact passwords. */
const eventFor = {
  'message:created': eventOfMessage,
  'review:responded': eventOfAnswer,
  'review:expired': eventOfExpiry,
};

const isPosted = (name: EventName): name is Posted => name in eventFor;

async function post(to: string, secret: string, id: string, event: WebhookEvent): Promise<void> {
  const body = JSON.stringify(event);
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
  noteStyled(`${secondsOf(new Date().toISOString())}  ${event.event}  ${went}  (${took} ms)`);
}
