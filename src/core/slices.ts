/** Does work on many rows in slices: no other request is served during one. */
import { timerMs } from './timers.ts';

const SLICE_MS = 8;

/** Starts a slice; the function returns false once its time is up. */
export function startSlice(): () => boolean {
  const until = performance.now() + SLICE_MS;
  return () => performance.now() < until;
}

/** Runs slices until one returns false. Between two, others have as long as the last one took. */
export async function inSlices(slice: () => Promise<boolean>): Promise<void> {
  while (true) {
    const startedAt = performance.now();
    if (!(await slice())) return;
    await new Promise((resolve) => setTimeout(resolve, timerMs(performance.now() - startedAt)));
  }
}
