import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';

/** `seq` is where to continue after the event; null for events that are not logged. */
export type PrintEvent = <Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
  seq: number | null,
) => void;
/** Prints events and the state of the connection. */
export type Printer = {
  event: PrintEvent;
  note: (text: string) => void;
  /** Called after the first connection. */
  connected?: () => void;
};

/** Prints only the events that say what is pending and how it ends. */
export function pendingOnly(print: PrintEvent): PrintEvent {
  const waiting = new Set<string>();
  return (name, payload, seq) => {
    const { id, messageId, review } = payload as Partial<Message> & { messageId?: string };
    const about = messageId ?? id ?? '';
    // A draft's question opens with an update.
    if ((name === 'message:created' || name === 'message:updated') && isOpen(review)) {
      waiting.add(about);
    }
    if (!waiting.has(about)) return;
    if (hasEnded(name, review)) waiting.delete(about);
    print(name, payload, seq);
  };
}

const hasEnded = (name: EventName, review: Message['review'] | undefined) =>
  name === 'message:deleted' ||
  name === 'review:expired' ||
  (review !== undefined && review?.status !== 'pending');
