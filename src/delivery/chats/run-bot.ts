/** Keeps a bot at work, turn after turn, and reports why it does not work. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Inbox } from '../../core/inbox.ts';
import type { Bots } from '../../core/notify/ways.ts';
import { timerMs } from '../../core/timers.ts';

export type RunningBot = { stop: () => Promise<void> };
/** The pause after a failure that may end by itself, and after one that does not. */
export type PauseMs = { failed: number; refused: number };
export const PAUSE_MS: PauseMs = { failed: 5000, refused: 60_000 };

/** Reports a problem, and returns how long to pause because of it. */
export type Report = (problem: string, waitMs: number) => number;
type Bot = {
  kind: keyof Bots;
  label: string;
  pauseMs: PauseMs;
  /** Returns how long to pause then. */
  turn: (report: Report, signal: AbortSignal) => Promise<number>;
};

export function runBot({ bots, log }: Inbox, { kind, label, pauseMs, turn }: Bot): RunningBot {
  const ending = new AbortController();
  const { signal } = ending;

  const report: Report = (problem, waitMs) => {
    if (bots[kind].problem !== problem) log.warn({ problem }, `the ${label} bot does not work`);
    bots[kind].problem = problem;
    return waitMs;
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const wait = await turn(report, signal).catch((err: Error) => {
        if (signal.aborted) return 0;
        return report(`${label} cannot be reached: ${err.message}`, pauseMs.failed);
      });
      if (wait > 0) await pause(timerMs(wait), undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      ending.abort(new Error('The inbox is shutting down'));
      await running;
    },
  };
}
