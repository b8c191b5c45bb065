/** What a key has chosen: it is kept for a moment, in which the next key can show that it was a word. */
import { CLOSE_MS } from '../../core/reviews/press.ts';

/** Runs something later; returns what calls it off. */
export type Later = (act: () => void, ms: number) => () => void;

export function createChoice(later: Later) {
  let callOff: (() => void) | null = null;
  const withdraw = (): boolean => {
    const isKept = callOff !== null;
    callOff?.();
    callOff = null;
    return isKept;
  };
  return {
    isKept: () => callOff !== null,
    keep(send: () => void): void {
      withdraw();
      callOff = later(() => {
        callOff = null;
        send();
      }, CLOSE_MS);
    },
    /** Takes it back; false where there is nothing to take back. */
    withdraw,
  };
}
