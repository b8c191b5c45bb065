import { shownName } from '../../core/access/people.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { onOneLine } from '../output.ts';

type Ending = Pick<Review, 'respondedBy' | 'automatic'>;

/** Names who answered. Anyone who can read the data directory answers in the owner's name. */
export function answererOf(review: Ending | null | undefined): string {
  if (review?.automatic) return 'its default (automatic)';
  const by = review?.respondedBy;
  const name = onOneLine(by ? shownName(by) : 'someone');
  return by?.credential === 'local' ? `${name} (not logged in)` : name;
}
