import type { PendingMessage } from '../../../core/messages/schema.ts';
import type { Bindings } from '../../keys/scopes.ts';
import { useMarks } from './use-marks.ts';

type List = {
  shown: PendingMessage[];
  /** The open question and its neighbours. */
  id: string | undefined;
  next: string | undefined;
  previous: string | undefined;
  open: (id: string | undefined) => void;
};

/** Marks questions of the list by keys, and moves on once they are answered. */
export function useBulk({ shown, id, next, previous, open }: List) {
  const marks = useMarks(shown);
  /** Marks the open question and the one it moves to. */
  const extend = (to: string | undefined) => () => {
    const unmark = marks.mark(id, to);
    if (to !== undefined) open(to);
    return () => {
      unmark();
      open(id);
    };
  };
  const toggle = () => {
    if (id === undefined) return;
    marks.toggle(id);
    return () => marks.toggle(id);
  };
  const at = shown.findIndex((one) => one.id === id);
  const keys: Bindings = {
    e: ['Select', toggle],
    'Shift+j': ['Select, then next', extend(next)],
    'Shift+k': ['Select, then previous', extend(previous)],
  };
  return {
    marks,
    isMarking: marks.marked.length > 0,
    keys: at < 0 ? {} : keys,
    goOnAfter(answered: string[]): void {
      if (id === undefined || !answered.includes(id)) return;
      const left = shown.filter((one) => !answered.includes(one.id));
      open((left.find((one) => shown.indexOf(one) > at) ?? left.at(-1))?.id);
    },
  };
}
