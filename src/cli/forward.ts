/** Posts the news of a channel to a URL of this machine, as its webhook would. */
import type { EventName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';
import { type News, newsOfAnswer, newsOfExpiry, newsOfMessage } from '../core/webhooks/news.ts';
import { signedHeaders } from '../core/webhooks/sign.ts';
import { note } from './output.ts';
import type { PrintEvent } from './tail/printer.ts';

const TIMEOUT_MS = 10_000;

type Forwarding = { to: string; secret: string };

/**
 * Takes live events and posts those that a webhook tells of, each once and in their order. What stands
 * before `begin` is called is known, and not posted.
 */
export function createForwarder({ to, secret }: Forwarding) {
  const told = new Set<string>();
  let begun = false;
  let queue = Promise.resolve();

  const event: PrintEvent = (name, payload) => {
    const news = newsIn(name, payload as Message);
    if (!news) return;
    const id = `${(payload as Message).id}.${news.event}`;
    if (told.has(id)) return;
    told.add(id);
    if (begun) queue = queue.then(() => post(to, secret, id, news));
  };
  return {
    event,
    begin(): void {
      begun = true;
    },
  };
}

/** What a message tells as it now is: a lost connection may have hidden how it came to be so. */
function newsIn(name: EventName, message: Message): News | undefined {
  const { review, senderType } = message;
  if (review?.status === 'completed') return newsOfAnswer(message);
  if (review?.status === 'expired') return newsOfExpiry(message);
  return name === 'message:created' && senderType === 'user' ? newsOfMessage(message) : undefined;
}

async function post(to: string, secret: string, id: string, news: News): Promise<void> {
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
    ({ status }) => `answered ${status}`,
    (error: Error) => error.message,
  );
  const took = Math.round(performance.now() - startedAt);
  note(`${new Date().toISOString().slice(11, 19)} UTC  ${news.event}  ${went}  (${took} ms)`);
}
