/** Prints what `tail` shows before it follows: earlier messages and answers to them. */
import { type Client, channelQuery, ok, okWithHeaders } from '../../client/client.ts';
import { messagePages, messagesAfter, wholeOf } from '../../client/message-pages.ts';
import { oldestPending } from '../../client/pending.ts';
import { placeReached } from '../../client/place.ts';
import { idAt, timeOfId } from '../../core/ids.ts';
import type { Message } from '../../core/messages/schema.ts';
import { messageIdOf } from '../message-id.ts';
import type { PrintEvent } from './printer.ts';

/** `sinceMs`: how far back; null for the last 10 messages. */
export type Wanted = { channel: string | undefined; pending: boolean; sinceMs: number | null };

const SHOWN_FIRST = 10;

/** Prints it. The result prints the events that follow, except those already included. */
export async function printBeginning(
  client: Client,
  wanted: Wanted,
  print: PrintEvent,
): Promise<PrintEvent> {
  const { channel, pending, sinceMs } = wanted;
  const { headers } = await okWithHeaders(client.agents.get());
  const { after } = placeReached(headers);
  /** Messages that changed between this first read and their own. */
  const printed = new Map<string, number>();
  const show = (name: 'message:created' | 'review:responded', message: Message) => {
    if (message.seq > after) printed.set(message.id, message.seq);
    print({ name, payload: message, seq: after });
  };
  const start = await startOf(client, wanted);
  if (sinceMs !== null && !pending) {
    for (const message of await answeredSince(client, start, channel)) {
      show('review:responded', await wholeOf(client, message));
    }
  }
  const query = { ...channelQuery(channel), ...(pending ? { review: 'pending' as const } : {}) };
  for await (const message of messagesAfter(client, start, query)) {
    show('message:created', message);
    if (message.review?.status === 'completed') show('review:responded', message);
  }
  return (event) => {
    const { seq } = event;
    if (seq === null || seq > (printed.get(messageIdOf(event) ?? '') ?? after)) print(event);
  };
}

/** Returns the id after which it starts. */
async function startOf(client: Client, { channel, pending, sinceMs }: Wanted): Promise<string> {
  if (pending) {
    const oldest = await oldestPending(client, channel);
    // Just before it: an id sorts after its own prefix.
    if (oldest !== undefined) return oldest.id.slice(0, -1);
  }
  if (sinceMs !== null) return idAt(Math.max(0, Date.now() - sinceMs));
  const query = { ...channelQuery(channel), limit: SHOWN_FIRST + 1 };
  const { data } = await ok(client.messages.get({ query }));
  return data[SHOWN_FIRST]?.id ?? '0';
}

/**
 * Returns questions from before the start that were answered after it, in the order of their
 * answers.
 */
async function answeredSince(client: Client, start: string, channel: string | undefined) {
  const ended = { ...channelQuery(channel), review: 'completed' as const, order: 'ended' as const };
  const earlier: Message[] = [];
  for await (const page of messagePages(client, ended)) {
    const recent = page.filter(({ review }) => `${review?.respondedAt}` >= timeOfId(start));
    earlier.push(...recent.filter(({ id }) => id <= start));
    if (recent.length < page.length) break;
  }
  return earlier.reverse();
}
