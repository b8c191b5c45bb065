import type { JsonObject } from '../../../core/json.ts';
import { brokenRows } from '../../layout/rows.ts';
import { printable } from '../../output.ts';
import type { KindView } from '../kind-view.ts';
import { plugin } from '../plugin/view.ts';

export const rating: KindView = {
  ...plugin,
  subject: (payload, { columns }) => brokenRows(scaleOf(payload), columns),
  wholeSubject: scaleOf,
  written: () => [],
};

/** Describes the ends of a scale. */
function scaleOf({ min = 1, max = 5, minLabel, maxLabel }: JsonObject): string {
  const end = (value: unknown, label: unknown) =>
    typeof label === 'string' && label.trim() !== ''
      ? `${value} (${printable(label)})`
      : `${value}`;
  return `From ${end(min, minLabel)} to ${end(max, maxLabel)}`;
}
