/** Notices that are due, how a worker claims them, and which are sent as one. */

import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import { changeByItself } from '../change.ts';
import { notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
import { toTimestamp } from '../time.ts';
import { findContact, noteLowered } from './contact-record.ts';
import { drawFor } from './links.ts';
import { type Urgency, urgencies } from './names.ts';
import {
  announceChanged,
  canBeWithdrawn,
  hasExpired,
  LEASE_MS,
  noticeRow,
  pendingAsk,
} from './notices.ts';
import { HIGH_SENT_SINGLY, SENT_SINGLY } from './plan.ts';
import type { NoticePending } from './schema.ts';
import { dropRemoved } from './sweep.ts';
import { drawCodes, keepCode } from './verify.ts';

/** Notices that are due in lanes that are not busy, the longest due first. */
export const findDueNotices = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) =>
    dueNotices(store.read, toTimestamp(search.atMs), search.limit, passed),
  );

/** Claims those that are still due, with all that is sent as one with them. */
export async function claimNotices(inbox: Inbox, ids: string[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const codes = await drawCodes(inbox, ids);
  return changeByItself(inbox, async (change) => {
    const { tx } = change;
    const claimed: Claimed[] = [];
    const at = inbox.now();
    const times = { at: toTimestamp(at), leasedUntil: toTimestamp(at + LEASE_MS) };
    for (const notice of await claimRows(change, ids, times)) {
      const contact = await findContact(tx, notice.contactId);
      if (!contact) continue;
      const isFirst = notice.what === 'asks' && notice.attempts === 1;
      const drawn = contact.confirmedAt === null ? codes.get(notice.id) : undefined;
      const handle = notice.handle ?? (isFirst ? null : await lastHandle(tx, notice));
      claimed.push({
        id: notice.id,
        notice,
        contact,
        handle,
        isEarly: false,
        count: 1,
        urgency: 'normal',
        token: await drawFor(change, notice, contact),
        code: drawn ? await keepCode(change, notice.id, drawn) : null,
      });
    }
    return [...claimed, ...(await claimTogether(change, ids))];
  });
}

/** Ends the leases of notices that a worker has claimed and does not settle. */
export const releaseNotices = (inbox: Inbox, ids: string[]): Promise<void> =>
  changeByItself(inbox, (change) => leaseRows(change, ids, toTimestamp(inbox.now())));

/** When the first one after a time is due, or its lease ends; null for none. In milliseconds since 1970. */
export async function nextNoticeAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestNotice(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/**
 * Makes notices due again whose leases have ended by a time, unless a worker is still sending them; they may
 * have arrived.
 */
export async function takeBackNotices(
  inbox: Inbox,
  atMs: number,
  isUnderWay: (id: string) => boolean = () => false,
): Promise<void> {
  const find = async (db: Tx) => {
    const lapsed = await lapsedRows(db, toTimestamp(atMs));
    // Notices that are sent as one are under way with the one that was claimed.
    const underWay = lapsed.filter(({ id }) => isUnderWay(id)).map(attemptOf);
    return lapsed.filter((notice) => !underWay.includes(attemptOf(notice)));
  };
  if ((await find(inbox.store.read)).length === 0) return;
  await changeByItself(inbox, async (change) => {
    const lapsed = await find(change.tx);
    for (const notice of lapsed) {
      const status = hasExpired(notice, inbox.now()) ? 'unknown' : 'waiting';
      await updateNotice(change, notice.id, { status, mayHaveArrived: 1, leasedUntil: null });
    }
    announceChanged(change, lapsed);
    await dropRemoved(change, lapsed);
  });
}

const attemptOf = ({ id, sentWith, what, leasedUntil }: Row<'notices'>): string =>
  sentWith === null ? id : `${sentWith} ${what} ${leasedUntil}`;

// Several questions to one contact become one notification that counts them. The claim decides which:
// everything that the contact has due then or shortly after. Their notices know it by `sentWith`, the id of
// the first; so do their reminders, which alert under that id again, and their withdrawals, which correct the
// count.

/** A notice to send now. */
export type Claimed = {
  id: string;
  notice: Row<'notices'>;
  contact: Row<'contacts'>;
  /** The provider's id of the last message that it got for this question. */
  handle: string | null;
  /** Whether it only adds to a count: it alerts later. */
  isEarly: boolean;
  /** How many questions it counts that are sent as one, and the urgency of the most urgent. */
  count: number;
  urgency: Urgency;
  /** The token of its links, of its receipt or of a test's button. */
  token: string | null;
  /** The code of a test. */
  code: string | null;
};

/** How long others are waited for, and how much earlier than planned they are sent. */
export const GATHERS_MS = 20_000;
const BURST_MS = 60_000;
/** A count that falls is corrected, but not with each answer. */
const CORRECTS_MS = 2000;
/** Lowered questions alert no more often. */
const ALERTS_APART_MS = 10 * 60_000;

/** Whether as many questions as are sent singly are due in the minute to `dueMs`. */
export async function isBurst(
  tx: Tx,
  contactId: string,
  urgency: Urgency,
  dueMs: number,
): Promise<boolean> {
  if (urgency === 'critical') return false;
  const minute = { from: toTimestamp(dueMs - BURST_MS), to: toTimestamp(dueMs) };
  return urgency === 'high'
    ? (await countDue(tx, contactId, minute, urgency)) >= HIGH_SENT_SINGLY
    : (await countDue(tx, contactId, minute)) >= SENT_SINGLY;
}

/** Claims each of these that is still due, with all that is sent as one with it. */
async function claimTogether(change: Change, ids: readonly string[]): Promise<Claimed[]> {
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
  const isEarly = alertsMs > nowMs;
  if (isEarly && (what === 'reminds' || !canBeWithdrawn(first))) return postpone(alertsMs);
  await updateTogether(change, together, {
    status: 'sending',
    leasedUntil: toTimestamp(nowMs + LEASE_MS),
    sentWith,
    ...(isEarly ? { dueAt: toTimestamp(alertsMs) } : {}),
    isAttempt: true,
  });
  if (isEarly) emit('notice:due', { atMs: alertsMs });
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
    isEarly,
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

/** When a count is corrected, or withdrawn, of which some question has ended. */
export async function correctsAt({ inbox, tx }: Change, sentWith: string): Promise<string> {
  const at = toTimestamp(inbox.now());
  const { count } = await countTogether(tx, sentWith, at);
  return count === 0 ? at : toTimestamp(inbox.now() + CORRECTS_MS);
}

/** Literals, so that SQLite uses the indexes of notices that are due and that are being sent. */
const waiting = sql.lit('waiting');
const sending = sql.lit('sending');

type DueBy = { at: string; limit: number; passed: JsonList };

/**
 * A withdrawal waits until nothing that it withdraws is being sent to the same contact. What is sent as one waits for
 * what is being sent of it.
 */
const due = prepared<DueBy, Pick<Row<'notices'>, 'id' | 'lane'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['id', 'lane'])
    .where('status', '=', waiting)
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .where('lane', 'not in', sqlOf(db).valuesOf(parameter('passed')))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('what', '<>', 'settles'),
        not(
          exists(
            selectFrom('notices as asking')
              .select('asking.id')
              .whereRef('asking.messageId', '=', 'notices.messageId')
              .whereRef('asking.contactId', '=', 'notices.contactId')
              .where('asking.status', '=', 'sending'),
          ),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as together')
            .select('together.id')
            .whereRef('together.sentWith', '=', 'notices.sentWith')
            .where('together.status', '=', 'sending'),
        ),
      ),
    )
    .orderBy('dueAt')
    .limit(parameter('limit')),
);

const dueNotices = (db: Tx, at: string, limit: number, passed: string[]) =>
  due(db, { at, limit, passed: JSON.stringify(passed) });

const soonest = prepared<{ after: string }, { at: string | null }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.min<string | null>('dueAt').as('at'))
    .where('status', '=', waiting)
    .where('dueAt', '>', parameter('after'))
    .unionAll(
      db
        .selectFrom('notices')
        .select(({ fn }) => fn.min('leasedUntil').as('at'))
        .where('status', '=', sending)
        .where('leasedUntil', '>', parameter('after')),
    ),
);

/** When the first one after a time is due, or its lease ends. */
async function soonestNotice(db: Tx, after: string): Promise<string | null> {
  const times = (await soonest(db, { after })).flatMap(({ at }) => at ?? []);
  return times.sort()[0] ?? null;
}

type Claim = { ids: JsonList; at: string; leasedUntil: string };
const claim = prepared<Claim, Row<'notices'>>((db, parameter) =>
  db
    .updateTable('notices')
    .set((eb) => ({
      status: 'sending',
      leasedUntil: parameter('leasedUntil'),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where('sentWith', 'is', null)
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .returningAll(),
);

/** Claims those that are sent singly. */
const claimRows = ({ tx }: Change, ids: string[], times: { at: string; leasedUntil: string }) =>
  claim(tx, { ids: JSON.stringify(ids), ...times });

const lapsed = prepared<{ at: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('status', '=', sending)
    .where('leasedUntil', '<=', parameter('at')),
);

/** Notices whose leases have ended by a time. */
const lapsedRows = (db: Tx, at: string) => lapsed(db, { at });

/** Sets when others may claim those that are still being sent, with all that is sent as one with them. */
async function leaseRows({ tx }: Change, ids: string[], leasedUntil: string) {
  await tx
    .updateTable('notices')
    .set({ leasedUntil })
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', ids),
        eb(
          'sentWith',
          'in',
          selectFrom('notices as claimed')
            .select('claimed.sentWith')
            .where('claimed.id', 'in', ids)
            .where('claimed.sentWith', 'is not', null),
        ),
      ]),
    )
    .where('status', '=', 'sending')
    .execute();
}

export async function updateNotice({ tx }: Change, id: string, set: Partial<Row<'notices'>>) {
  await tx.updateTable('notices').set(set).where('id', '=', id).execute();
}

type Whose = { messageId: string | null; contactId: string; sentWith: string | null };
type Handle = { handle: string | null };
const ofQuestion = prepared<Whose, Handle>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('handle')
    .where('messageId', '=', parameter('messageId'))
    .where('contactId', '=', parameter('contactId'))
    .where('handle', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1),
);
const ofCount = prepared<Whose, Handle>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('handle')
    .where('sentWith', '=', parameter('sentWith'))
    .where('handle', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The provider's id of the last message for the same question, or for the same count. */
async function lastHandle(
  db: Tx,
  { messageId, contactId, sentWith }: Row<'notices'>,
): Promise<string | null> {
  const find = sentWith === null ? ofQuestion : ofCount;
  return (await find(db, { messageId, contactId, sentWith }))[0]?.handle ?? null;
}

// The notices that are sent as one, which has the id of the first of them.

type Between = { from: string; to: string };

/** How many questions that were held are due at a contact in a span of time; of one urgency, if given. */
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
    .where('status', '=', 'waiting')
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

/** Whether something is being sent of a notification. */
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

/** For the person who was notified: a notification that nothing withdraws is corrected by it. */
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
