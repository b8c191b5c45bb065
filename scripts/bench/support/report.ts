/** The output that all benchmarks share: the machine, and each figure with its goal. */
import { cpus, loadavg, totalmem } from 'node:os';

export function reportMachine(): void {
  const gib = Math.round(totalmem() / 2 ** 30);
  const busy = loadavg()[0]?.toFixed(1);
  const model = cpus()[0]?.model.trim();
  console.log(
    `${cpus().length} × ${model}, ${gib} GiB, Bun ${Bun.version}, load ${busy} at the start`,
  );
}

type Goal = { atMost?: number; atLeast?: number };

/** Prints a figure; one that misses its goal makes the benchmark fail. */
export function report(what: string, figure: number, unit: string, goal: Goal = {}): void {
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = goal;
  const isReached = figure <= atMost && figure >= atLeast;
  const shown = Number(figure.toPrecision(3));
  const bound = goal.atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  const hasGoal = goal.atMost !== undefined || goal.atLeast !== undefined;
  const verdict = hasGoal ? `; goal ${bound}: ${isReached ? 'reached' : 'MISSED'}` : '';
  console.log(`${what}: ${shown} ${unit}${verdict}`);
  if (!isReached) process.exitCode = 1;
}

/** Returns the value below which that share of the samples lies. */
export function quantile(samples: number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
