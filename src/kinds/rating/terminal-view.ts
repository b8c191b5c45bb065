import type { KindView } from '../../cli/kinds/kind-view.ts';
import { brokenRows } from '../../cli/layout/rows.ts';
import { printable } from '../../cli/output.ts';
import type { JsonObject } from '../../core/json.ts';
import { plugin } from '../plugin/terminal-view.ts';

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
