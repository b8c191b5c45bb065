/** The notices that are sent as one, which has the id of the first of them. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { urgencies } from './names.ts';

type Between = { from: string; to: string };

/** How many questions that were held are due at a contact in a span of time; of one urgency, if given. */
export async function countDue(
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
export async function countTogether(db: Tx, sentWith: string, at: string) {
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
export const dueTogetherRow = async (db: Tx, id: string, at: string) =>
  (await dueRow(db, { id, at }))[0];

/** Whether something is being sent of a notification. */
export async function isBeingSent(db: Tx, sentWith: string): Promise<boolean> {
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
export async function updateTogether(
  tx: Tx,
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
export const markReceived = (tx: Tx, sentWith: string, receivedAt: string) =>
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
export async function isNotified(db: Tx, userId: string, sentWith: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('sentWith', '=', sentWith)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
