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
  (review !== undefined && review?.status !== 'pending');
