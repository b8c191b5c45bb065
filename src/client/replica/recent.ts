import type { ReceivedEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';

/** Keeps the events that arrive during a read, because its response may predate them. */
export function createRecent() {
  let events: ReceivedEvent[] = [];
  let readings = 0;
  let until = 0;

  /** Begins a reading; call the result once, at its end, for the events since then. */
  function begin(): () => ReceivedEvent[] {
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
    hear(heard: ReceivedEvent): void {
      until = heard.seq ?? until;
      if (readings > 0) events.push(heard);
    },
    /** An answer with the events that came before it did. */
    async read<T>(asked: Promise<T>): Promise<{ answer: T; since: ReceivedEvent[] }> {
      const end = begin();
      let since: ReceivedEvent[] = [];
      const answer = await asked.finally(() => {
        since = end();
      });
      return { answer, since };
    },
    /**
     * Returns a message from a response as an event; undefined if the event that produced it was
     * already received: the message may have been deleted since.
     */
    responded: (message: Message): ReceivedEvent | undefined =>
      message.seq <= until ? undefined : { name: 'message:updated', payload: message, seq: null },
  };
}
