/** What the triage view lacks beside its list: a whole question, a count, what a filter finds. */

import type { Connection } from '../connect.ts';
import { withCount } from './news.ts';
import { readCount } from './reading.ts';
import { type State, selectedOf } from './state.ts';

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
  /** The question that is being read whole. */
  let reading: string | undefined;
  let counting: Timer | undefined;
  let typing: Timer | undefined;
  let typed = '';

  return {
    /** Where a list cut the question that is looked at. The next tick tries again. */
    async readWhole(): Promise<void> {
      const selected = selectedOf(state());
      if (!selected?.truncated || reading === selected.id) return;
      reading = selected.id;
      await lookAt(selected.id).catch(() => {});
      if (reading === selected.id) reading = undefined;
    },
    /** Once for all the events of a moment. */
    countSoon(): void {
      counting ??= setTimeout(async () => {
        counting = undefined;
        if (state().search !== '') return lookAgain();
        if (state().cursor === null) return;
        const total = await call(({ person }) => readCount(person, state().channelId)).catch(
          () => null,
        );
        if (total !== null) show(withCount(state(), total));
      }, GATHER_MS);
    },
    /** Once the typing rests. */
    searchSoon(): void {
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
