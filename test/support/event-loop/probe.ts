/** Measures within a server's process how long its event loop is blocked, by any code in it. */
import { Database } from 'bun:sqlite';
import { followTurns } from './turns.ts';

/** When the loop was held, in milliseconds since 1970, for whom, and how much of it was a COMMIT. */
export type Gap = { from: number; to: number; heldMs: number; commitMs: number; during: string };

const TICK_MS = 5;

/** Reports all code that ran for over `longestMs` in one turn of the loop. */
export function startProbe(longestMs: number, report: (gap: Gap) => void) {
  const commits = timeCommits();
  let owner = { kind: 'the start' };
  let last = performance.now();
  let workedMs = cpuMs();
  let turn = new Map<object, Gap & { cpuMs: number }>();

  function charge(): void {
    const now = performance.now();
    const cpu = cpuMs();
    const from = performance.timeOrigin + last;
    const sum = turn.get(owner) ?? {
      from,
      to: from,
      heldMs: 0,
      cpuMs: 0,
      commitMs: 0,
      during: owner.kind,
    };
    const commitMs = commits.take();
    sum.to = performance.timeOrigin + now;
    sum.heldMs += now - last - commitMs;
    sum.cpuMs += cpu - workedMs;
    sum.commitMs += commitMs;
    turn.set(owner, sum);
    last = now;
    workedMs = cpu;
  }
  function end(): void {
    charge();
    for (const { cpuMs, ...gap } of turn.values()) {
      // Time that the process did not work is the machine's.
      const heldMs = Math.min(gap.heldMs, cpuMs);
      if (heldMs > longestMs) report({ ...gap, heldMs });
    }
    turn = new Map();
  }
  followTurns((next) => {
    if (next === owner) return;
    charge();
    owner = next;
  }, end);
  setInterval(end, TICK_MS);
  return { tickMs: TICK_MS, worstCommitMs: commits.worst };
}

/** The time that the main thread worked; other threads collect and compile. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timeCommits() {
  let sum = 0;
  let worst = 0;
  const query = Database.prototype.query;
  const timed = new WeakSet<object>();
  Database.prototype.query = function (this: Database, text: string) {
    const statement = query.call(this, text);
    if (text !== 'commit' || timed.has(statement)) return statement;
    timed.add(statement);
    const run = statement.run.bind(statement);
    statement.run = (...bindings) => {
      const from = performance.now();
      try {
        return run(...bindings);
      } finally {
        const tookMs = performance.now() - from;
        sum += tookMs;
        worst = Math.max(worst, tookMs);
      }
    };
    return statement;
  } as typeof query;
  return {
    worst: () => worst,
    take() {
      const taken = sum;
      sum = 0;
      return taken;
    },
  };
}

/** An idle process: the longest that the machine itself keeps one from its turn. */
if (import.meta.main) {
  let worst = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  process.on('message', () => process.send?.(worst));
}
