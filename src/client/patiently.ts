import { InboxError } from '../core/errors.ts';
import { timerMs } from '../core/timers.ts';

/** Retries after the delay of a rate limit: a long list has more pages than the limit allows. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'rate_limited') throw error;
      const seconds = Number(error.details.retryAfterSeconds ?? 1);
      await new Promise((resolve) => setTimeout(resolve, timerMs(seconds * 1000)));
    }
  }
}
