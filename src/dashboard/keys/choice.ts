/** What a key has chosen: it is kept for a moment, in which the next key can show that it was a word. */
import { CLOSE_MS } from '../../core/reviews/press.ts';

/** Runs something later; returns what calls it off. */
export type Later = (act: () => void, ms: number) => () => void;

export function createChoice(later: Later) {
  let kept: { callOff: () => void; send: () => void } | null = null;
  const withdraw = (): boolean => {
    const isKept = kept !== null;
    kept?.callOff();
    kept = null;
    return isKept;
  };
  return {
    isKept: () => kept !== null,
    keep(send: () => void, ms = CLOSE_MS): void {
      withdraw();
      const callOff = later(() => {
        kept = null;
        send();
      }, ms);
      kept = { callOff, send };
    },
    /** Does it without waiting any longer. */
    now(): void {
      const send = kept?.send;
      withdraw();
      send?.();
    },
    /** Takes it back; false where there is nothing to take back. */
    withdraw,
  };
}
