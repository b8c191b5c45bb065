import type { Case } from './cases.ts';
import { chosenFiles, type Run, runAlone, runOnce, type Suite } from './run.ts';

/** A file that failed, and then passed alone. */
export type Flaky = { file: string; failures: string[] };
export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  flaky: Flaky[];
  /** Files that failed and were not run again, as there were too many. */
  notRepeated: number;
};

/** This many files that pass only at the second run are a fault, not bad luck. */
export const TOO_MANY_FLAKY = 8;
/** If more files failed, something is broken, and running each alone would take very long. */
const MOST_REPEATED = 20;

/** Runs a suite, and each file that failed a second time, alone. */
export async function runTwice(suite: Suite): Promise<Outcome> {
  const first = withMissing(suite, await runOnce(suite));
  const failedFiles = [...new Set(first.cases.filter(hasFailed).map(({ file }) => file))];
  const isRepeated = failedFiles.length <= MOST_REPEATED;
  const second = new Map<string, Case[]>();
  for (const file of isRepeated ? failedFiles : []) {
    if (suite.signal.aborted) break;
    const again = await runAlone(suite, file);
    if (again.exitCode === 0 && again.cases.length > 0) second.set(file, again.cases);
  }
  const notRepeated = isRepeated ? 0 : failedFiles.length;
  return { ...judge(first, second), notRepeated };
}

/** Counts files that passed at the second run as passed, unless there are too many. */
function judge({ exitCode, cases }: Run, second: Map<string, Case[]>) {
  const isForgiven = second.size < TOO_MANY_FLAKY;
  const counted = isForgiven
    ? [...cases.filter(({ file }) => !second.has(file)), ...[...second.values()].flat()]
    : cases;
  const failures = failuresOf(cases.filter(({ file }) => !second.has(file)));
  const flaky = [...second.keys()].map((file) => ({
    file,
    failures: failuresOf(cases.filter((one) => one.file === file)),
  }));
  const skipped = counted.filter(({ isSkipped }) => isSkipped).length;
  const failed = counted.filter(hasFailed).length;
  // `bun test` also fails when no test matches, or on an error after the last test.
  const isUnexplained = exitCode !== 0 && !cases.some(hasFailed);
  return {
    passed: counted.length - skipped - failed,
    failed: failed + (isUnexplained ? 1 : 0),
    skipped,
    failures,
    flaky,
  };
}

/** A file that does not load, or ends the whole run, is missing from the report. */
function withMissing(suite: Suite, { exitCode, cases }: Run): Run {
  const isFiltered = suite.args.some((one) => /^(-t|--test-name-pattern)/.test(one));
  if (exitCode === 0 || isFiltered || suite.signal.aborted) return { exitCode, cases };
  const reported = new Set(cases.map(({ file }) => file));
  const missing = chosenFiles(suite).filter((file) => !reported.has(file));
  return { exitCode, cases: [...cases, ...missing.map(asFailed)] };
}

const asFailed = (file: string): Case => ({
  file,
  isSkipped: false,
  failure: `${file} did not load, or did not run to its end`,
});

const hasFailed = ({ failure }: Case) => failure !== null;

const failuresOf = (cases: Case[]) => cases.flatMap(({ failure }) => failure ?? []);
