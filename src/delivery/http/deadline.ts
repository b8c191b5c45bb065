import { timerMs } from '../../core/timers.ts';

/**
 * Runs an attempt, and aborts it with `signal` or after `timeoutMs`. The attempt's own signal also
 * aborts at its end, which frees its sockets.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const late = new Error(`No complete response within ${timeoutMs / 1000}s`);
  const timer = setTimeout(() => ending.abort(late), timerMs(timeoutMs));
  const cutOff = () => ending.abort(signal.reason);
  signal.addEventListener('abort', cutOff);
  try {
    signal.throwIfAborted();
    return await attempt(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cutOff);
    ending.abort();
  }
}

/** Work that cannot be cancelled, such as a DNS lookup; a late result is ignored. */
export function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
