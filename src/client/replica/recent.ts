import type { Message } from '../../core/messages/schema.ts';
import type { Heard } from './change.ts';

/** Keeps the events that arrive during a read, because its response may predate them. */
export function createRecent() {
  let events: Heard[] = [];
  let readings = 0;
  let until = 0;

  /** Starts a read; call the result once at its end for the events since then. */
  function begin(): () => Heard[] {
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
    hear(heard: Heard): void {
      until = heard.seq ?? until;
      if (readings > 0) events.push(heard);
    },
    /** Returns a response together with the events that arrived before it. */
    async read<T>(asked: Promise<T>): Promise<{ answer: T; since: Heard[] }> {
      const end = begin();
      let since: Heard[] = [];
      const answer = await asked.finally(() => {
        since = end();
      });
      return { answer, since };
    },
    /**
     * Returns a message from a response as an event; undefined if the event that produced it was
     * already received: the message may have been deleted since.
     */
    responded: (message: Message): Heard | undefined =>
      message.seq <= until ? undefined : { name: 'message:updated', payload: message, seq: null },
  };
}
