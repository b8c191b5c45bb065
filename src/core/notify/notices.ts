/** A notice in the database: how it is stored, how it ends, and how a question's notices are counted. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import { wayOf } from '../../ways/ways.ts';
import type { Change } from '../inbox.ts';
import type { Urgency } from './names.ts';
import type { Counted } from './reach.ts';

/** The ids of rows, to put after `in`. */
export const idsOf = (db: Tx, rows: readonly { id: string }[]) =>
  sqlOf(db).valuesOf(sql.val(JSON.stringify(rows.map(({ id }) => id))));

/** Does nothing if the notice already exists. */
export const insertNotice = prepared<Row<'notices'>, never>((db, parameter) =>
  db
    .insertInto('notices')
    .values({
      id: parameter('id'),
      messageId: parameter('messageId'),
      channelId: parameter('channelId'),
      contactId: parameter('contactId'),
      userId: parameter('userId'),
      kind: parameter('kind'),
      lane: parameter('lane'),
      what: parameter('what'),
      round: parameter('round'),
      status: parameter('status'),
      dueAt: parameter('dueAt'),
      heldUntil: parameter('heldUntil'),
      expiresAt: parameter('expiresAt'),
      attempts: parameter('attempts'),
      mayHaveArrived: parameter('mayHaveArrived'),
      leasedUntil: parameter('leasedUntil'),
      handle: parameter('handle'),
      sentWith: parameter('sentWith'),
      lowered: parameter('lowered'),
      createdAt: parameter('createdAt'),
      sentAt: parameter('sentAt'),
      receivedAt: parameter('receivedAt'),
      error: parameter('error'),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Twice as long as an attempt may take. */
export const LEASE_MS = 20_000;

/** When its attempt began, of one that is being sent. */
const beganAt = ({ leasedUntil, dueAt }: Pick<Row<'notices'>, 'leasedUntil' | 'dueAt'>) =>
  leasedUntil === null ? Date.parse(dueAt) : Date.parse(leasedUntil) - LEASE_MS;

/** Whether its question was only counted, silently: it alerts later. */
export const alertsLater = (notice: Pick<Row<'notices'>, 'leasedUntil' | 'dueAt' | 'lowered'>) =>
  notice.lowered === 1 && Date.parse(notice.dueAt) > beganAt(notice);

/** Whether nothing sends it any longer. */
export const hasExpired = ({ expiresAt }: Pick<Row<'notices'>, 'expiresAt'>, atMs: number) =>
  expiresAt !== null && Date.parse(expiresAt) <= atMs;

type Place = Pick<Row<'notices'>, 'messageId' | 'channelId' | 'contactId' | 'userId' | 'kind'> &
  Pick<Row<'notices'>, 'lane' | 'expiresAt'>;
type Planned = Pick<Row<'notices'>, 'id' | 'what' | 'round' | 'dueAt' | 'createdAt'>;

/** A notice that has not been sent yet; `sentWith` is the one that it is sent with. */
export const newNotice = (
  place: Place,
  planned: Planned,
  { sentWith = null, lowered = 0 }: Partial<Pick<Row<'notices'>, 'sentWith' | 'lowered'>> = {},
): Row<'notices'> => ({
  ...place,
  ...planned,
  sentWith,
  lowered,
  status: 'waiting',
  heldUntil: null,
  attempts: 0,
  mayHaveArrived: 0,
  leasedUntil: null,
  handle: null,
  sentAt: null,
  receivedAt: null,
  error: null,
});

/** Whether it was said at a contact that answers there have ended, since they did. */
export async function hasSaid(db: Tx, contactId: string, since: string): Promise<boolean> {
  const said = db
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('what', '=', 'closes')
    .where('createdAt', '>=', since);
  return (await said.limit(1).executeTakeFirst()) !== undefined;
}

const byId = prepared<{ id: string }, Row<'notices'>>((db, parameter) =>
  db.selectFrom('notices').selectAll().where('id', '=', parameter('id')),
);

export const noticeRow = async (db: Tx, id: string): Promise<Row<'notices'> | undefined> =>
  (await byId(db, { id }))[0];

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
export async function lastHandle(
  db: Tx,
  { messageId, contactId, sentWith }: Row<'notices'>,
): Promise<string | null> {
  const find = sentWith === null ? ofQuestion : ofCount;
  return (await find(db, { messageId, contactId, sentWith }))[0]?.handle ?? null;
}

export async function updateNotice({ tx }: Change, id: string, set: Partial<Row<'notices'>>) {
  await tx.updateTable('notices').set(set).where('id', '=', id).execute();
}

/** A notice to send now. */
export type Claimed = {
  id: string;
  notice: Row<'notices'>;
  contact: Row<'contacts'>;
  /** The provider's id of the last message that it got for this question. */
  handle: string | null;
  /** How many questions it counts that are sent as one, and the urgency of the most urgent. */
  count: number;
  urgency: Urgency;
  /** The token of its links, of its receipt or of a test's button. */
  token: string | null;
  /** The code of a test. */
  code: string | null;
};

const ended = ['status', 'dueAt', 'sentAt', 'mayHaveArrived', 'handle', 'error'] as const;
export type Ended = Pick<Row<'notices'>, (typeof ended)[number]>;

/** How an attempt ended. */
export const endAttempt = prepared<{ id: string } & Ended, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({
      leasedUntil: null,
      heldUntil: null,
      ...Object.fromEntries(ended.map((column) => [column, parameter(column)])),
    })
    .where('id', '=', parameter('id')),
);

type Pending = { openedAt: string; expiresAt: string; urgency: Urgency; lowered: number };
const pending = prepared<{ messageId: string }, Pending>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['openedAt', 'expiresAt', 'urgency', 'lowered'])
    .where('messageId', '=', parameter('messageId'))
    .where('status', '=', 'pending')
    .$narrowType<Pending>(),
);

/** When a pending question opened and ends, and how urgent it is; null once it has ended. */
export const pendingAsk = async (db: Tx, messageId: string): Promise<Pending | null> =>
  (await pending(db, { messageId }))[0] ?? null;

const message = prepared<{ id: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('messages')
    .select('messages.id')
    .leftJoin('removed_channels', 'removed_channels.id', 'messages.channelId')
    .where('messages.id', '=', parameter('id'))
    .where('removed_channels.id', 'is', null),
);

/** Whether a message is still there, and in a channel that is: a channel's messages outlive it shortly. */
export const hasMessage = async (db: Tx, id: string): Promise<boolean> =>
  (await message(db, { id })).length > 0;

// Whether a notification has to be replaced or taken back, where it can be, and by what.

type Lane = { kind: string; lane: string };

/** Whether all that is sent there has to alert. */
export const onlyAlerts = ({ kind, lane }: Lane): boolean =>
  wayOf(kind).onlyAlerts?.some((host) => lane === `${kind} ${host}`) ?? false;

export const canBeTakenBack = (place: Lane): boolean =>
  wayOf(place.kind).isTakenBack && !onlyAlerts(place);

/** Announces that notices have changed: those of each question are counted again, once. */
export function announceChanged(
  { emit }: Change,
  rows: readonly Pick<Row<'notices'>, 'messageId'>[],
): void {
  for (const messageId of new Set(rows.flatMap((row) => row.messageId ?? []))) {
    emit('notices:changed', { messageId });
  }
}

// How far the notices of a question have come.

/** Counts asking and reminding notices; only `open` counts every kind that has not ended. */
const counted = prepared<{ messageId: string }, Counted>((db, parameter) => {
  const ofAll = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;
  const asks = "what <> 'settles'";
  const waiting = `${asks} and ${SHOWN} in ('waiting', 'sending')`;
  return db
    .selectFrom('notices')
    .select([
      ofAll(waiting).as('waiting'),
      ofAll(`${waiting} and "heldUntil" is not null`).as('held'),
      ofAll("status in ('waiting', 'sending')").as('open'),
      ofAll(`${asks} and ${SHOWN} = 'accepted'`).as('accepted'),
      ofAll(`${asks} and "receivedAt" is not null`).as('delivered'),
      ofAll(`${asks} and status = 'refused'`).as('failed'),
      ofAll(`${asks} and ${SHOWN} = 'unknown'`).as('unknown'),
      sql<string | null>`min("sentAt") filter (where ${sql.raw(asks)})`.as('firstAcceptedAt'),
      sql<string | null>`min("receivedAt") filter (where ${sql.raw(asks)})`.as('firstDeliveredAt'),
      sql<string | null>`min("heldUntil") filter (where ${sql.raw(waiting)})`.as('heldUntil'),
      sql<string | null>`min("dueAt") filter (where ${sql.raw(waiting)})`.as('nextAt'),
    ])
    .where('messageId', '=', parameter('messageId'));
});

export async function countNotices(db: Tx, messageId: string): Promise<Counted> {
  const [row] = await counted(db, { messageId });
  return row as Counted;
}

/** The status of a notice, in SQL: one whose question was counted silently, and that is still to alert, was sent. */
const SHOWN = `case when status = 'waiting' and "sentAt" is not null then 'accepted' else status end`;

/** Reads the notices of a message, by who was notified and when. */
export const noticesOf = (db: Tx, messageId: string) =>
  db
    .selectFrom('notices')
    .leftJoin('users', 'users.id', 'notices.userId')
    .leftJoin('contacts', 'contacts.id', 'notices.contactId')
    .select(['notices.id', 'notices.userId', 'notices.kind', 'what', 'round', 'dueAt', 'sentWith'])
    .select(sql.raw<string>(SHOWN).as('status'))
    .select(['sentAt', 'receivedAt', 'error', 'users.name as userName'])
    .select('contacts.name as contactName')
    .where('messageId', '=', messageId)
    .orderBy('notices.createdAt')
    .orderBy('notices.id')
    .execute();

/** Finds the question of a message, by the provider's id of that message. */
export async function messageOfHandle(
  db: Tx,
  contactId: string,
  handle: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('notices')
    .select('messageId')
    .where('contactId', '=', contactId)
    .where('handle', '=', handle)
    .where('messageId', 'is not', null)
    .where('sentWith', 'is', null)
    .executeTakeFirst();
  return found?.messageId ?? null;
}
