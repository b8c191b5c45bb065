/** Forwards a channel's events to a local URL, as its webhook would. */
import { postedNames } from '../core/events/lookup.ts';
import { events, type LiveName, type PostedName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';
import type { WebhookEvent } from '../core/webhooks/payloads.ts';
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

  /** Read by its id: lists, from which missed events come, redact passwords. */
  async function forward(name: PostedName, id: string): Promise<void> {
    const message = await read(id);
    const body = message && events[name].webhook.of(message);
    if (body) await post(to, secret, `${id}.${name}`, body);
  }

  const event: PrintEvent = (one) => {
    const { name, payload } = one;
    const id = messageIdOf(one);
    if (id === undefined || !isPosted(name)) return;
    // Only the ids of an expired review are known yet.
    if ('senderType' in payload && events[name].webhook.of(payload) === null) return;
    queue = queue.then(() => forward(name, id));
  };
  return { event };
}

const isPosted = (name: LiveName): name is PostedName =>
  postedNames.some((posted) => posted === name);

async function post(to: string, secret: string, id: string, event: WebhookEvent): Promise<void> {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders({ id, body, secrets: [secret], atMs: Date.now() }),
  };
  const startedAt = performance.now();
  const went = await fetch(to, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ status }) => wentOf(status, null, process.stderr),
    (error: Error) => wentOf(null, error.message, process.stderr),
  );
  const took = Math.round(performance.now() - startedAt);
  noteStyled(`${secondsOf(new Date().toISOString())}  ${event.event}  ${went}  (${took} ms)`);
}
