import type { Review } from '../../core/reviews/schema.ts';
import { onOneLine } from '../output.ts';

/** Names who answered. Anyone who can read the data directory answers in the owner's name. */
export function answererOf(by: Review['respondedBy'] | undefined): string {
  const name = onOneLine(by?.name ?? 'somebody');
  return by?.credential === 'local' ? `${name} (not logged in)` : name;
}
