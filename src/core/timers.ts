/** A timer takes no more than 24 days: it fires immediately for more, and warns of less than 0. */
const LONGEST_MS = 2 ** 31 - 1;

/** How long a timer for a computed time waits: not at all if it has passed or is not a number. */
export const timerMs = (ms: number): number => (ms > 0 ? Math.min(ms, LONGEST_MS) : 0);
