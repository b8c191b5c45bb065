import { indented } from './cases.ts';
import { type Outcome, TOO_MANY_FLAKY } from './twice.ts';

/**
 * Formats the end of a run: what failed, what passed at the second run, and one line with the
 * counts.
 */
export function summaryOf(outcome: Outcome): string {
  const { passed, failed, skipped, failures } = outcome;
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((one) => `${one}\n`), ...notRepeated(outcome), ...flaky(outcome), counts]
    .join('\n')
    .concat('\n');
}

function notRepeated({ notRepeated: count }: Outcome): string[] {
  return count > 0 ? [`${count} files failed: too many for a second run\n`] : [];
}

function flaky({ flaky: files }: Outcome): string[] {
  if (files.length === 0) return [];
  const isRed = files.length >= TOO_MANY_FLAKY;
  const verdict = isRed ? ` ${files.length} files, which is too many, so they failed` : '';
  const tests = files.flatMap(({ failures }) => failures.map(indented));
  return [`passed at the second run:${verdict}`, ...tests, ''];
}
