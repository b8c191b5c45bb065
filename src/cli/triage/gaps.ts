/** Loads what the triage view lacks besides its list: a complete question, a count, search results. */

import type { Connection } from '../connection.ts';
import { withCount } from './apply-event.ts';
import { readCount } from './reading.ts';
import { isPart, type State, selectedOf } from './state.ts';

export type View = {
  state: () => State;
  show: (next: State) => void;
  call: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  lookAt: (id: string) => Promise<void>;
  /** Reads the list again. */
  lookAgain: () => void;
};

const GATHER_MS = 200;
const TYPING_MS = 150;

export function fillGaps({ state, show, call, lookAt, lookAgain }: View) {
  /** The question that is being loaded in full. */
  let reading: string | undefined;
  let counting: Timer | undefined;
  let typing: Timer | undefined;
  let typed = '';
  let narrowed = state().narrowed;

  return {
    /** If a list truncated the selected question. The next tick retries. */
    async readWhole(): Promise<void> {
      const selected = selectedOf(state());
      if (!selected?.truncated || reading === selected.id) return;
      reading = selected.id;
      await lookAt(selected.id).catch(() => {});
      if (reading === selected.id) reading = undefined;
    },
    /** Once for several events. */
    countSoon(): void {
      counting ??= setTimeout(async () => {
        counting = undefined;
        if (isPart(state())) return lookAgain();
        if (state().cursor === null) return;
        const total = await call(({ person }) => readCount(person, state().channelId)).catch(
          () => null,
        );
        if (total !== null) show(withCount(state(), total));
      }, GATHER_MS);
    },
    /** Once typing pauses; those of another session immediately. */
    searchSoon(): void {
      if (state().narrowed !== narrowed) {
        narrowed = state().narrowed;
        lookAgain();
      }
      const filter = state().filter.trim();
      if (filter === typed) return;
      typed = filter;
      clearTimeout(typing);
      typing = setTimeout(lookAgain, TYPING_MS);
    },
    close(): void {
      clearTimeout(counting);
      clearTimeout(typing);
    },
  };
}
