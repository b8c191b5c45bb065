import { InboxError } from '../core/errors.ts';
import { timerMs } from '../core/timers.ts';

/**
 * Retries after the delay of a rate limit: a long list has more pages than the limit allows. A longer delay than
 * `mostSeconds` is left to the caller.
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  mostSeconds = Number.POSITIVE_INFINITY,
): Promise<T> {
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'rate_limited') throw error;
      const seconds = Number(error.details.retryAfterSeconds ?? 1);
      if (seconds > mostSeconds) throw error;
      await new Promise((resolve) => setTimeout(resolve, timerMs(seconds * 1000)));
    }
  }
}
