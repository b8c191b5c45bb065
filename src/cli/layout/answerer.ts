import type { Review } from '../../core/reviews/schema.ts';
import { onOneLine } from '../output.ts';

/** Who answered. Whoever can read the data directory does so in the owner's name. */
export function answererOf(by: Review['respondedBy'] | undefined): string {
  const name = onOneLine(by?.name ?? 'somebody');
  return by?.credential === 'local' ? `${name} (not logged in)` : name;
}
