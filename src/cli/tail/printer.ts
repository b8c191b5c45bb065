import type { Client } from '../../client/client.ts';
import { wholeOf } from '../../client/message-pages.ts';
import type { LiveEvent, LiveName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { messageIdOf } from '../message-id.ts';

/** The event's `seq` is where to continue after it. */
export type PrintEvent = (event: LiveEvent) => void;
/** Prints events and the state of the connection. */
export type Printer = {
  event: PrintEvent;
  note: (text: string) => void;
  /** Called after the first connection. */
  connected?: () => void;
};

/** Returns the event with its whole message: missed events have theirs as in lists. */
export async function inFull(client: Client, event: LiveEvent): Promise<LiveEvent> {
  if (!isCut(event)) return event;
  if (event.name === 'review:withdrawn') {
    const { name, payload, seq } = event;
    return { name, payload: { ...payload, message: await wholeOf(client, payload.message) }, seq };
  }
  const { name, payload, seq } = event;
  return { name, payload: { ...payload, ...(await wholeOf(client, payload)) }, seq };
}

/** Prints events in their order, each in full; one that cannot be read is printed as it came. */
export function printingInFull(client: () => Client | undefined, print: PrintEvent): PrintEvent {
  let last: Promise<void> | undefined;
  return (event) => {
    const reader = client();
    if (!last && !(reader && isCut(event))) return print(event);
    const reading = reader ? inFull(reader, event).catch(() => event) : Promise.resolve(event);
    const printed = Promise.all([reading, last]).then(([read]) => {
      if (last === printed) last = undefined;
      print(read);
    });
    last = printed;
  };
}

type OfMessage = LiveEvent<'message:created' | 'message:updated' | 'review:responded'>;
const isCut = (event: LiveEvent): event is OfMessage | LiveEvent<'review:withdrawn'> => {
  const message = event.name === 'review:withdrawn' ? event.payload.message : event.payload;
  return 'truncated' in message && message.truncated === true;
};

/** Prints only the events that say what is pending and how it ends. */
export function pendingOnly(print: PrintEvent): PrintEvent {
  const waiting = new Set<string>();
  return (event) => {
    const { name, payload } = event;
    const about = messageIdOf(event) ?? '';
    const review = 'review' in payload ? payload.review : undefined;
    // A draft's question opens with an update.
    if ((name === 'message:created' || name === 'message:updated') && isOpen(review)) {
      waiting.add(about);
    }
    if (!waiting.has(about)) return;
    if (hasEnded(name, review)) waiting.delete(about);
    print(event);
  };
}

const hasEnded = (name: LiveName, review: Message['review'] | undefined) =>
  name === 'message:deleted' ||
  name === 'review:expired' ||
  name === 'review:withdrawn' ||
  (review !== undefined && review?.status !== 'pending');
