/** Ratios of alternated pairs: the estimate, and its uncertainty. */

/** An odd number, so that one of them is the median. */
export const PAIRS = 7;
/** Student's t for 90 % two-sided, with one degree of freedom less than there are pairs. */
const T = 1.943;

export type Estimate = { median: number; low: number; high: number };

/** Returns the median, and the 90 % interval of the mean of the logarithms. */
export function estimate(ratios: number[]): Estimate {
  if (ratios.length !== PAIRS) throw new Error(`${ratios.length} ratios instead of ${PAIRS}`);
  const sorted = [...ratios].sort((one, other) => one - other);
  const logs = ratios.map(Math.log);
  const mean = sum(logs) / PAIRS;
  const variance = sum(logs.map((log) => (log - mean) ** 2)) / (PAIRS - 1);
  const half = T * Math.sqrt(variance / PAIRS);
  const median = sorted[(PAIRS - 1) / 2] ?? Number.NaN;
  return { median, low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
