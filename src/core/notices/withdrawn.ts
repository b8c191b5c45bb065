/** Whether a notification has to be replaced or withdrawn, and where it can be. */
import type { Row } from '../../storage/tables.ts';
import { type ContactKind, isWithdrawn } from '../reach/names.ts';

type Place = { kind: string; lane: string };

/** Apple revokes a subscription after three pushes that alert nobody. */
export const isApple = ({ lane }: Pick<Place, 'lane'>): boolean =>
  lane === 'webpush web.push.apple.com';

export const canBeWithdrawn = (place: Place): boolean =>
  isWithdrawn[place.kind as ContactKind] && !isApple(place);

type Sent = Pick<Row<'notices'>, 'sentAt' | 'mayHaveArrived' | 'status'>;

/** Whether it arrived, may have, or still may. */
export const mayBeThere = ({ sentAt, mayHaveArrived, status }: Sent): boolean =>
  sentAt !== null || mayHaveArrived === 1 || status === 'sending';

/** What becomes of one that is ended before it was to be sent, or sent again. */
export function statusAtEnd({ sentAt, mayHaveArrived }: Omit<Sent, 'status'>) {
  if (sentAt !== null) return 'accepted';
  return mayHaveArrived === 1 ? 'unknown' : 'skipped';
}
