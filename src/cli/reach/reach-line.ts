/** The urgency and the reach of a question in words. */

import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { wayOf } from '../../ways/ways.ts';
import { counted } from '../counted.ts';
import { clockOf } from '../moments.ts';
import type { Style } from '../style.ts';

type Reach = Review['reach'];

/** Summarizes the reach of a pending question; null if no contact is notified of it. */
export function reachLine(review: Review, now: number): string | null {
  const { reach } = review;
  const { via, people, reachable } = reach;
  if (!isOpen(review) || via.length === 0) return null;
  const ways = via.map((kind) => wayOf(kind).label).join(', ');
  const parts = [
    stateWords(reach, now),
    `${reachable} of ${counted(people, 'person', 'people')} reachable by ${ways}`,
    ...noticeWords(reach),
  ];
  return parts.join(' · ');
}

function stateWords(reach: Reach, now: number): string {
  const { state, heldUntil, firstAcceptedAt, firstDeliveredAt, seenAt } = reach;
  const times: Partial<Record<Reach['state'], string | null>> = {
    sent: firstAcceptedAt,
    delivered: firstDeliveredAt,
    seen: seenAt,
  };
  if (state === 'nobody') return 'Nobody notified';
  if (state === 'held' && heldUntil) return `Held until ${clockOf(heldUntil, now)}`;
  const words = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  const at = times[state];
  return at ? `${words} ${clockOf(at, now)}` : words;
}

/** `2 notifications accepted, 1 failed`. */
function noticeWords({ notices }: Reach): string[] {
  const counts = Object.entries(notices).filter(([, count]) => count > 0);
  const [first, ...others] = counts;
  if (!first) return [];
  const [name, count] = first;
  const rest = others.map(([also, more]) => `${more} ${also}`);
  return [[`${counted(count, 'notification')} ${name}`, ...rest].join(', ')];
}

/** Returns the urgency for a list; empty unless high or critical. */
export const urgencyWord = ({ urgency }: Pick<Review, 'urgency'>): string =>
  urgency === 'high' || urgency === 'critical' ? urgency : '';

export const urgencyStyle = ({ urgency }: Pick<Review, 'urgency'>): Style =>
  urgency === 'critical' ? ['red', 'bold'] : 'yellow';
