/** Work that a server leaves to a process of its own, now and then. */
import { setPriority } from 'node:os';
import { timerMs } from './core/timers.ts';

/** Below everything that a user waits for. */
const NICENESS = 10;

/** Lets everything else run before the process. */
export function giveWay(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

export type Chore = { stop: () => Promise<void> };

/**
 * Does the work now and at every interval until `stop`, which aborts a run that is under way and waits for its end.
 * No run begins before the previous one has ended. `failed` gets the error of one that throws.
 */
export function startChore(
  everyMs: number,
  work: (when: { isStart: boolean; signal: AbortSignal }) => Promise<void>,
  failed: (err: unknown) => void,
): Chore {
  const ending = new AbortController();
  let working: Promise<void> | null = null;
  const look = (isStart: boolean) => {
    working ??= work({ isStart, signal: ending.signal })
      .catch(failed)
      .finally(() => {
        working = null;
      });
  };
  const timer = setInterval(look, timerMs(everyMs), false);
  look(true);
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await working;
    },
  };
}
