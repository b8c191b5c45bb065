/** A choice by key: it is delayed for a moment, in which the next key can reveal a typed word. */
import { CLOSE_MS } from '../../core/reviews/press.ts';

/** Runs something later; returns a function that cancels it. */
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
    /** Runs it without further delay. */
    now(): void {
      const send = kept?.send;
      withdraw();
      send?.();
    },
    /** Cancels it; false if there is none. */
    withdraw,
  };
}
