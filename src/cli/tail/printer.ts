import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';

/** `seq` is where to continue after the event; null for what the log does not keep. */
export type PrintEvent = <Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
  seq: number | null,
) => void;
/** What shows the events, and what the person should know of the connection. */
export type Printer = {
  event: PrintEvent;
  note: (text: string) => void;
  /** Called after the first connection. */
  connected?: () => void;
};

/** Of all events those that tell what waits for an answer, and how it ends. */
export function pendingOnly(print: PrintEvent): PrintEvent {
  const waiting = new Set<string>();
  return (name, payload, seq) => {
    const { id, messageId, review } = payload as Partial<Message> & { messageId?: string };
    const about = messageId ?? id ?? '';
    // A question on a draft opens with an update.
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
