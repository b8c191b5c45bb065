/** The outcome of an attempt to send something, and when the next one follows. */

/** Refused: it did not arrive, or was rejected. Unknown: it may have arrived. */
export type Result = 'accepted' | 'refused' | 'unknown';

export type Outcome = {
  result: Result;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Null only if it was accepted. */
  error: string | null;
  durationMs: number;
  /** The first 2 KiB of the response. */
  response: string | null;
  /** Never to be sent again: the receiver asked for that (410), or it cannot be sent at all. */
  isFinal: boolean;
  /** A day at most. */
  retryAfterSeconds: number | null;
};

/** The number of attempts since a start by result, and in progress. */
export type Attempts = Record<Result, number> & { underWay: number };

export const noAttempts: Attempts = { accepted: 0, refused: 0, unknown: 0, underWay: 0 };

/** Nothing left the machine. */
export const notSent = (error: string, rest: Partial<Outcome> = {}): Outcome => ({
  result: 'refused',
  status: null,
  error,
  durationMs: 0,
  response: null,
  isFinal: false,
  retryAfterSeconds: null,
  ...rest,
});

/** So that many failures with one cause are not all retried at the same moment. */
const JITTER = 0.1;

/** Returns how long after a failed attempt the next one follows; null if none does. */
export function retryDelayMs(
  delaysMs: readonly number[],
  earlierAttempts: number,
  { isFinal, retryAfterSeconds }: Outcome,
): number | null {
  const delayMs = delaysMs[earlierAttempts];
  if (isFinal || delayMs === undefined) return null;
  const jittered = delayMs * (1 + JITTER * (2 * Math.random() - 1));
  return Math.max(jittered, (retryAfterSeconds ?? 0) * 1000);
}
