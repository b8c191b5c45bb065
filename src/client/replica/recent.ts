import type { Message } from '../../core/messages/schema.ts';
import type { Heard } from './change.ts';

/** Events that come while something is read: its answer may be older than they are. */
export function createRecent() {
  let events: Heard[] = [];
  let readings = 0;
  let until = 0;
  return {
    hear(heard: Heard): void {
      until = heard.seq ?? until;
      if (readings > 0) events.push(heard);
    },
    /** Whether the event that made a message what it is has been heard; it may be gone since. */
    knows: ({ seq }: Message): boolean => seq <= until,
    /** Begins a reading; call the result once, at its end, for the events since then. */
    begin(): () => Heard[] {
      const from = events.length;
      readings += 1;
      return () => {
        const since = events.slice(from);
        readings -= 1;
        if (readings === 0) events = [];
        return since;
      };
    },
  };
}
