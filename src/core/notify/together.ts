/**
 * Several questions to one contact become one notification that counts them. The claim decides which: everything that
 * the contact has due then or shortly after. Their notices know it by `sentWith`, the id of the first; so do their
 * reminders, which alert under that id again, and the notices that take them back, which correct the count.
 */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import { notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { findContact, noteLowered } from './contact-record.ts';
import { drawFor } from './links.ts';
import { type Urgency, urgencies } from './names.ts';
import {
  type Claimed,
  canBeTakenBack,
  LEASE_MS,
  lastHandle,
  noticeRow,
  pendingAsk,
} from './notices.ts';
import { HIGH_SENT_SINGLY, SENT_SINGLY } from './plan.ts';
import type { NoticePending } from './schema.ts';

/** How long others are waited for, and how much earlier than planned they are sent. */
export const GATHERS_MS = 20_000;
const BURST_MS = 60_000;
/** A count that falls is corrected, but not with each answer. */
const CORRECTS_MS = 2000;
/** Lowered questions alert no more often. */
const ALERTS_APART_MS = 10 * 60_000;

/** Whether as many questions as are sent singly are due within a minute of `dueMs`. */
export async function isBurst(
  tx: Tx,
  contactId: string,
  urgency: Urgency,
  dueMs: number,
): Promise<boolean> {
  if (urgency === 'critical') return false;
  const minute = { from: toTimestamp(dueMs - BURST_MS), to: toTimestamp(dueMs + BURST_MS) };
  return urgency === 'high'
    ? (await countDue(tx, contactId, minute, urgency)) >= HIGH_SENT_SINGLY
    : (await countDue(tx, contactId, minute)) >= SENT_SINGLY;
}

/** Claims each of these that is still due, with all that is sent as one with it. */
export async function claimTogether(change: Change, ids: readonly string[]): Promise<Claimed[]> {
  const { inbox, tx } = change;
  const claimed: Claimed[] = [];
  for (const id of ids) {
    // Another one may have been claimed with it.
    const first = await dueTogetherRow(tx, id, toTimestamp(inbox.now()));
    const one = first && (await claimWith(change, first));
    if (one) claimed.push(one);
  }
  return claimed;
}

async function claimWith(change: Change, first: Row<'notices'>): Promise<Claimed | null> {
  const { inbox, tx, emit } = change;
  const { id, what } = first;
  const contact = await findContact(tx, first.contactId);
  if (!contact) return null;
  const nowMs = inbox.now();
  const at = toTimestamp(nowMs);
  const together = { first, at, until: toTimestamp(nowMs + GATHERS_MS) };
  const isLowered = first.lowered === 1 && what !== 'settles';
  const sentWith = isLowered ? await loweredWith(tx, contact, first, at) : (first.sentWith ?? id);
  const alertsMs = isLowered ? alertsAgain(contact, nowMs) : nowMs;
  const postpone = async (dueMs: number) => {
    await updateTogether(change, together, {
      sentWith,
      dueAt: toTimestamp(dueMs),
      isAttempt: false,
    });
    emit('notice:due', { atMs: dueMs });
    return null;
  };
  if (await isBeingSent(tx, sentWith)) return postpone(nowMs + CORRECTS_MS);
  const alertsLater = alertsMs > nowMs;
  if (alertsLater && (what === 'reminds' || !canBeTakenBack(first))) return postpone(alertsMs);
  await updateTogether(change, together, {
    status: 'sending',
    leasedUntil: toTimestamp(nowMs + LEASE_MS),
    sentWith,
    ...(alertsLater ? { dueAt: toTimestamp(alertsMs) } : {}),
    isAttempt: true,
  });
  if (alertsLater) emit('notice:due', { atMs: alertsMs });
  else if (isLowered)
    await noteLowered(change, contact.id, { loweredWith: sentWith, loweredAt: at });
  const notice = await noticeRow(tx, id);
  if (!notice) return null;
  const handle = await lastHandle(tx, notice);
  const token = await drawFor(change, notice, contact);
  return {
    id,
    notice,
    contact,
    handle,
    token,
    code: null,
    ...(await countTogether(tx, sentWith, at)),
  };
}

/** The notification that counts a contact's lowered questions, as long as one of them is pending. */
async function loweredWith(
  tx: Tx,
  contact: Row<'contacts'>,
  { id, sentWith }: Row<'notices'>,
  at: string,
): Promise<string> {
  const known = contact.loweredWith;
  if (known !== null && (await countTogether(tx, known, at)).count > 0) return known;
  return sentWith ?? id;
}

function alertsAgain({ loweredAt }: Row<'contacts'>, nowMs: number): number {
  const lastMs = loweredAt === null ? null : Date.parse(loweredAt);
  // A clock that was set back delays no alert.
  return lastMs === null || lastMs > nowMs ? nowMs : lastMs + ALERTS_APART_MS;
}

/** When a count is corrected, or taken back, of which some question has ended. */
export async function correctsAt({ inbox, tx }: Change, sentWith: string): Promise<string> {
  const at = toTimestamp(inbox.now());
  const { count } = await countTogether(tx, sentWith, at);
  return count === 0 ? at : toTimestamp(inbox.now() + CORRECTS_MS);
}

type Between = { from: string; to: string };

/** How many questions that were held are due, or were sent, at a contact in a span of time; of one urgency, if given. */
async function countDue(
  db: Tx,
  contactId: string,
  { from, to }: Between,
  urgency?: string,
): Promise<number> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('contactId', '=', contactId)
    .where('what', '=', sql.lit('asks'))
    .whereRef('dueAt', '>', 'createdAt')
    .where('status', '<>', 'skipped')
    .where('dueAt', '>', from)
    .where('dueAt', '<=', to)
    .$if(urgency !== undefined, (query) =>
      query.where('messageId', 'in', ({ selectFrom }) =>
        selectFrom('reviews')
          .select('reviews.messageId')
          .where('reviews.urgency', '=', urgency ?? ''),
      ),
    )
    .executeTakeFirst();
  return row?.count ?? 0;
}

type Counting = { sentWith: string; at: string };
type Counted = { count: number; urgency: number | null };
const counted = prepared<Counting, Counted>((db, parameter) =>
  db
    .selectFrom('notices')
    .innerJoin('reviews', 'reviews.messageId', 'notices.messageId')
    .select(({ fn }) => fn.count<number>('notices.messageId').distinct().as('count'))
    .select(({ fn, ref }) => {
      const places = urgencies.map(
        (name, place) => sql`when ${sql.lit(name)} then ${sql.lit(place)}`,
      );
      const place = sql<number>`case ${ref('reviews.urgency')} ${sql.join(places, sql` `)} end`;
      return fn.max(place).as('urgency');
    })
    .where('sentWith', '=', parameter('sentWith'))
    .where('what', '=', 'asks')
    .where('notices.status', 'in', ['waiting', 'sending', 'accepted', 'unknown'])
    .where('notices.expiresAt', '>', parameter('at'))
    .where('reviews.status', '=', 'pending'),
);

/** How many pending questions a notification counts, and the urgency of the most urgent. */
async function countTogether(db: Tx, sentWith: string, at: string) {
  const [{ count, urgency } = { count: 0, urgency: null }] = await counted(db, { sentWith, at });
  return { count, urgency: urgencies[urgency ?? -1] ?? 'normal' };
}

const dueRow = prepared<{ id: string; at: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('id', '=', parameter('id'))
    .where('sentWith', 'is not', null)
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) =>
      or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]),
    ),
);

/** One that is still due and is sent with others. */
const dueTogetherRow = async (db: Tx, id: string, at: string) => (await dueRow(db, { id, at }))[0];

/** Whether something is being sent of a notification: one search finds its reminder and its correction, if both are due. */
async function isBeingSent(db: Tx, sentWith: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('sentWith', '=', sentWith)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  return row !== undefined;
}

type Together = {
  first: Row<'notices'>;
  /** Notices that are due until then are sent with the first. */
  until: string;
  at: string;
};
type Set = Partial<Pick<Row<'notices'>, 'status' | 'leasedUntil' | 'sentWith' | 'dueAt'>>;

/** Changes the notices of a contact that are due and are sent as one with the first. */
async function updateTogether(
  { tx }: Change,
  { first, until, at }: Together,
  set: Set & { isAttempt: boolean },
): Promise<void> {
  const { isAttempt, ...values } = set;
  const { contactId, what, lowered, sentWith } = first;
  const mayJoin = what === 'asks' && (first.attempts === 0 || lowered === 1);
  await tx
    .updateTable('notices')
    .set(values)
    .$if(isAttempt, (query) => query.set(({ eb }) => ({ attempts: eb('attempts', '+', 1) })))
    .where('status', '=', sql.lit('waiting'))
    .where('dueAt', '<=', until)
    .where('contactId', '=', contactId)
    .where('what', '=', what)
    .where('lowered', '=', lowered)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .where(({ or, and, eb, ref }) =>
      or([
        eb('sentWith', '=', sentWith),
        ...(mayJoin ? [and([eb('sentWith', '=', ref('id')), eb('attempts', '=', 0)])] : []),
      ]),
    )
    .execute();
}

/** Some of those that an attempt has sent, the first of them first. */
export const beingSentWith = (
  db: Tx,
  { id, sentWith, what, leasedUntil }: Row<'notices'>,
  limit: number,
): Promise<Row<'notices'>[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('sentWith', '=', sentWith)
    .where('what', '=', what)
    .where('status', '=', 'sending')
    .where('leasedUntil', '=', leasedUntil)
    .orderBy(({ eb }) => eb('id', '<>', id))
    .orderBy('id')
    .limit(limit)
    .execute();

/** A device has shown their notification; those that were not known to be shown. */
export const markReceived = ({ tx }: Change, sentWith: string, receivedAt: string) =>
  tx
    .updateTable('notices')
    .set({ receivedAt })
    .where('sentWith', '=', sentWith)
    .where('what', 'in', ['asks', 'reminds'])
    .where('sentAt', 'is not', null)
    .where('receivedAt', 'is', null)
    .returning('messageId')
    .execute();

/** Whether a notification is a user's, of which only others than its first notice may be left. */
async function isNotified(db: Tx, userId: string, sentWith: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('sentWith', '=', sentWith)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

// How many of the questions that a notice is about are still pending.

/** For the person who was notified: a notification that nothing takes back is corrected by it. */
export async function countPending(
  { store: { read }, now }: Inbox,
  caller: Caller,
  id: string,
): Promise<NoticePending> {
  mustBeHuman(caller);
  const notice = await noticeRow(read, id);
  const sentWith = notice ? notice.sentWith : id;
  const isTheirs = notice
    ? notice.userId === caller.userId
    : await isNotified(read, caller.userId, id);
  if (!isTheirs) throw notFound('Notice');
  if (sentWith !== null) {
    return { pending: (await countTogether(read, sentWith, toTimestamp(now()))).count };
  }
  const { messageId } = notice ?? { messageId: null };
  const isPending = messageId !== null && (await pendingAsk(read, messageId));
  return { pending: isPending ? 1 : 0 };
}
