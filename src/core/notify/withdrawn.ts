/** Whether a notification has to be replaced or withdrawn, where it can be, and by what. */
import type { Row } from '../../storage/tables.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type ContactKind, isWithdrawn } from './names.ts';
import { newNotice } from './notices.ts';

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

/** The end of a notice before it was to be sent, or sent again. */
export function statusAtEnd({ sentAt, mayHaveArrived }: Omit<Sent, 'status'>) {
  if (sentAt !== null) return 'accepted';
  return mayHaveArrived === 1 ? 'unknown' : 'skipped';
}

type Withdrawn = Pick<Row<'notices'>, 'messageId' | 'channelId' | 'contactId' | 'userId'> &
  Pick<Row<'notices'>, 'kind' | 'lane' | 'sentWith'>;

/** The notice that withdraws another, or corrects the count that it was part of. */
export function withdrawalOf(
  inbox: Inbox,
  { messageId, channelId, contactId, userId, kind, lane, sentWith }: Withdrawn,
  dueAt = toTimestamp(inbox.now()),
): Row<'notices'> {
  const createdAt = toTimestamp(inbox.now());
  const place = { messageId, channelId, contactId, userId, kind, lane, expiresAt: null };
  const planned = { id: inbox.newId(), what: 'settles', round: 0, dueAt, createdAt };
  return newNotice(place, planned, { sentWith });
}
