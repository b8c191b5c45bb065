import type { Review } from '../../core/reviews/schema.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A moment as short as it can be said today: `09:41`, `20 Nov, 09:41`, `20 Nov 2025, 09:41`. */
export function when(timestamp: string, now = new Date()): string {
  const at = new Date(timestamp);
  const time = clock.format(at);
  if (at.toDateString() === now.toDateString()) return time;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return `${(isThisYear ? day : dayOfYear).format(at)}, ${time}`;
}

type End = Pick<Review, 'status' | 'respondedBy' | 'respondedAt'>;

/** How a review ended, in a sentence without its full stop. */
export function whoAndWhen({ status, respondedBy, respondedAt }: End): string {
  if (status === 'expired') return 'It expired before anyone answered';
  const at = respondedAt ? ` at ${when(respondedAt)}` : '';
  return `${respondedBy?.name ?? 'Somebody'} answered${at}${isLocalAnswer(respondedBy) ? `, ${NOT_LOGGED_IN}` : ''}`;
}

/** Given with no more than the data directory, in the owner's name: perhaps not by the owner. */
export const isLocalAnswer = (by: Review['respondedBy']) => by?.credential === 'local';
export const NOT_LOGGED_IN = 'from this machine, not logged in';
