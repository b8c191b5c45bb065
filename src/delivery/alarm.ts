import { timerMs } from '../core/timers.ts';

/** The clock may be set while a timer runs: it is looked at again after this. */
const LONGEST_SLEEP_MS = 60_000;

/** Calls `ring` at the earliest of the times that were set since it last rang. In ms since 1970. */
export function createAlarm(now: () => number, ring: () => void) {
  let timer: Timer | undefined;
  let atMs = Number.POSITIVE_INFINITY;

  function set(timeMs: number): void {
    if (timeMs >= atMs) return;
    clearTimeout(timer);
    atMs = timeMs;
    timer = setTimeout(rung, timerMs(Math.min(timeMs - now(), LONGEST_SLEEP_MS)));
  }

  function rung(): void {
    atMs = Number.POSITIVE_INFINITY;
    ring();
  }

  return {
    set,
    /** Rings no more. */
    end(): void {
      clearTimeout(timer);
      atMs = Number.NEGATIVE_INFINITY;
    },
  };
}
