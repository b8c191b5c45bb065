/** The mail that lists a user's pending questions each day, at the time that they chose; then what it lists. */
import { sql } from 'kysely';
import { localOrigin } from '../../core/access/callers.ts';
import { humanById } from '../../core/access/users.ts';
import type { Change, Inbox } from '../../core/inbox.ts';
import { titleOf } from '../../core/messages/title.ts';
import { attentionOf } from '../../core/notify/attention.ts';
import { contactsThatWork } from '../../core/notify/contacts.ts';
import { insertNotice, newNotice } from '../../core/notify/notices.ts';
import { setStatus } from '../../core/notify/taking-back.ts';
import { listPending } from '../../core/reviews/reviews.ts';
import { toTimestamp } from '../../core/time.ts';
import { nextAt } from '../../core/wall-clock.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

/** Starts to plan the digests of users whose rules or contacts change. */
export function watchDigests(inbox: Inbox): void {
  for (const name of ['attention:changed', 'contact:changed'] as const) {
    inbox.bus.within(name, (change, { userId }) => planDigests(change, userId));
  }
}

/** Gives each verified address of a user the one digest that is next, or none. */
export async function planDigests(change: Change, userId: string): Promise<void> {
  const { inbox, tx, emit } = change;
  const open = await openDigests(tx, { userId });
  const { digest, timeZone } = await attentionOf(tx, userId);
  const contacts = digest === false ? [] : await mailContacts(tx, userId);
  if (open.length === 0 && (digest === false || contacts.length === 0)) return;
  const dueMs = digest === false ? 0 : nextAt(timeZone, digest, inbox.now());
  const dueAt = toTimestamp(dueMs);
  const now = toTimestamp(inbox.now());
  const isRight = (notice: Row<'notices'>) =>
    contacts.some(({ id }) => id === notice.contactId) &&
    // One that is late or tried again is still today's.
    (notice.dueAt === dueAt || notice.dueAt <= now || notice.attempts > 0);
  const wrong = open.filter((notice) => notice.status === 'waiting' && !isRight(notice));
  await setStatus(change, wrong, 'skipped');
  const left = open.filter((notice) => !wrong.includes(notice));
  for (const { id: contactId, kind, lane } of contacts) {
    if (left.some((notice) => notice.contactId === contactId)) continue;
    const nowhere = { messageId: null, channelId: null, expiresAt: null };
    const planned = { id: inbox.newId(), what: 'digests', round: 0, dueAt, createdAt: now };
    await insertNotice(tx, newNotice({ contactId, userId, kind, lane, ...nowhere }, planned));
    emit('notice:due', { atMs: dueMs });
  }
}

const mailContacts = async (db: Tx, userId: string): Promise<Row<'contacts'>[]> =>
  (await contactsThatWork(db, userId)).filter(({ kind }) => kind === 'email');

/** The digests of a user that are to be sent, or are being sent. */
const openDigests = prepared<{ userId: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    // By each contact, for which there is an index.
    .where('contactId', 'in', ({ selectFrom }) =>
      selectFrom('contacts')
        .select('contacts.id')
        .where('contacts.userId', '=', parameter('userId')),
    )
    .where('messageId', 'is', null)
    .where('what', '=', sql.lit('digests'))
    .where('status', 'in', ['waiting', 'sending']),
);

/** Further questions are only counted. */
const MOST_LISTED = 20;

export type Listed = { title: string; path: string };

/** The pending questions, soonest to expire first; null if there are none, or the user is disabled. */
export async function digestFor(
  inbox: Inbox,
  userId: string,
): Promise<{ total: number; listed: Listed[] } | null> {
  const user = await humanById(inbox, userId, localOrigin());
  if (!user) return null;
  const { parts, total } = await listPending(inbox, user, { limit: MOST_LISTED });
  if (total === 0) return null;
  const listed: Listed[] = [];
  for await (const part of parts) {
    for (const message of part) listed.push({ title: titleOf(message), path: `/m/${message.id}` });
  }
  return { total, listed };
}
