import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';

/** Keeps the events that arrive during a read, because its response may predate them. */
export function createRecent() {
  let events: LiveEvent[] = [];
  let readings = 0;
  let until = 0;

  /** Starts a read; call the result once at its end for the events since then. */
  function begin(): () => LiveEvent[] {
    const from = events.length;
    readings += 1;
    return () => {
      const since = events.slice(from);
      readings -= 1;
      if (readings === 0) events = [];
      return since;
    };
  }

  return {
    begin,
    add(event: LiveEvent): void {
      until = event.seq ?? until;
      if (readings > 0) events.push(event);
    },
    /** Returns a response together with the events that arrived before it. */
    async read<T>(asked: Promise<T>): Promise<{ answer: T; since: LiveEvent[] }> {
      const end = begin();
      let since: LiveEvent[] = [];
      const answer = await asked.finally(() => {
        since = end();
      });
      return { answer, since };
    },
    /**
     * Returns a message from a response as an event; undefined if the event that produced it was
     * already received: the message may have been deleted since.
     */
    responded: (message: Message): LiveEvent | undefined =>
      message.seq <= until ? undefined : { name: 'message:updated', payload: message, seq: null },
  };
}
