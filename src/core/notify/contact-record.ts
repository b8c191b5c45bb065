/** The row of a contact: how it is found, and what is stored in it as notices are sent. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { ContactKind } from '../../ways/ways.ts';
import type { Change } from '../inbox.ts';
import { TIME_LETTERS } from '../time.ts';
import { HIGH_SENT_SINGLY } from './plan.ts';

export const insertContact = ({ tx }: Change, row: Row<'contacts'>) =>
  tx.insertInto('contacts').values(row).execute();

export async function updateContactRow({ tx }: Change, id: string, set: Partial<Row<'contacts'>>) {
  await tx.updateTable('contacts').set(set).where('id', '=', id).execute();
}

const byId = prepared<{ id: string }, Row<'contacts'>>((db, parameter) =>
  db.selectFrom('contacts').selectAll().where('id', '=', parameter('id')),
);

/** Finds a contact; also one that is removed, as long as something is to be sent there. */
export const findContact = async (db: Tx, id: string): Promise<Row<'contacts'> | undefined> =>
  (await byId(db, { id }))[0];

/** A question was asked at each; `highAt` is the same time for one of urgency `high`, and empty for others. */
type Asked = { ids: JsonList; at: string; highAt: string };

const setAsked = prepared<Asked, never>((db, parameter) =>
  db
    .updateTable('contacts')
    .set(({ ref }) => ({
      askedAt: parameter('at'),
      askedBeforeAt: ref('askedAt'),
      askedBeforeThatAt: ref('askedBeforeAt'),
      // The last times, one after another.
      highAskedAt: sql<string>`substr(coalesce(${ref('highAskedAt')}, '') || ${parameter('highAt')},
        ${sql.lit(-HIGH_SENT_SINGLY * TIME_LETTERS)})`,
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

/** A provider took something. */
const setSent = prepared<{ id: string; at: string }, never>((db, parameter) =>
  db
    .updateTable('contacts')
    .set({ lastSentAt: parameter('at'), failingSince: null })
    .where('id', '=', parameter('id')),
);

export const contactAt = (db: Tx, digest: string) =>
  db.selectFrom('contacts').selectAll().where('digest', '=', digest).executeTakeFirst();

export const contactsOf = (db: Tx, userId: string) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

const lastEnd = prepared<{ userId: string }, { at: string | null }>((db, parameter) =>
  db
    .selectFrom('contacts')
    .select(({ fn }) => fn.max('answersEndedAt').as('at'))
    .where('userId', '=', parameter('userId'))
    .where('removedAt', 'is', null),
);

/** When answers ended last at a contact of a user; null for none. */
export const lastEndOf = async (db: Tx, userId: string): Promise<string | null> =>
  (await lastEnd(db, { userId }))[0]?.at ?? null;

export const allContacts = (db: Tx) =>
  db.selectFrom('contacts').selectAll().where('removedAt', 'is', null).orderBy('id').execute();

/** The contacts of a kind to which the owner's server sends: those of other servers have a host of their own. */
export const contactsOfOwner = (db: Tx, kind: ContactKind) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('lane', '=', kind)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

/** Contacts whose answers were allowed without a login. */
export const localContacts = (db: Tx) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('isLocal', '=', 1)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

/** The users who have contacts at which answers have ended. */
export async function usersToInform(db: Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('userId')
    .distinct()
    .where('answersEndedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .execute();
  return rows.map(({ userId }) => userId);
}

// Records whether a contact works, and how busy it is.

type Contact = { id: string; userId: string };

/** Notes that a question is asked at contacts. */
export async function noteAsked(
  { tx }: Change,
  ids: readonly string[],
  at: string,
  { isHigh = false } = {},
): Promise<void> {
  await setAsked(tx, { ids: JSON.stringify(ids), at, highAt: isHigh ? at : '' });
}

type Alert = Pick<Row<'contacts'>, 'loweredWith' | 'loweredAt'>;

/** Notes that the notification which counts its lowered questions alerts. */
export const noteLowered = (change: Change, id: string, alert: Alert) =>
  updateContactRow(change, id, alert);

/** Takes that back: the notification was not accepted, and may alert when it is tried again. */
export async function undoLowered(
  change: Change,
  id: string,
  loweredWith: string | null,
): Promise<void> {
  const row = await findContact(change.tx, id);
  if (row?.loweredWith !== loweredWith) return;
  await updateContactRow(change, id, { loweredAt: null });
}

/** Notes that the provider took something. */
export async function noteSent(
  { tx, emit }: Change,
  { id, userId }: Contact,
  at: string,
): Promise<void> {
  if (await isFailing(tx, id)) {
    emit('contact:health', { contactId: id });
    emit('reach:gained', { userId });
  }
  await setSent(tx, { id, at });
}

async function isFailing(tx: Tx, id: string): Promise<boolean> {
  const row = await findContact(tx, id);
  return row !== undefined && row.failingSince !== null;
}

/** Notes that its device confirmed that something arrived. */
export async function noteReceived(
  change: Change,
  { contactId, userId }: { contactId: string; userId: string },
  at: string,
): Promise<void> {
  await updateContactRow(change, contactId, { lastReceivedAt: at });
  change.emit('contact:changed', { userId });
}

/** Marks a contact as failing; the next notice is still tried. */
export async function noteFailing(change: Change, { id, userId }: Contact, at: string) {
  const { tx, emit } = change;
  if (await isFailing(tx, id)) return;
  await updateContactRow(change, id, { failingSince: at });
  emit('contact:health', { contactId: id });
  emit('contact:changed', { userId });
}

/** Disables a contact that its provider reports as gone. */
export async function disableContact(
  change: Change,
  { id, userId }: Contact,
  { at, reason }: { at: string; reason: string },
): Promise<void> {
  const { emit } = change;
  await updateContactRow(change, id, { disabledAt: at, disabledReason: reason });
  emit('contact:disabled', { contactId: id });
  emit('contact:changed', { userId });
}

// Contacts that were removed stay until everything there is taken back.

const removed = prepared<object, Pick<Row<'contacts'>, 'id'> & { removedAt: string }>((db) =>
  db
    .selectFrom('contacts')
    .select(['id', 'removedAt'])
    .where('removedAt', 'is not', null)
    .$narrowType<{ removedAt: string }>(),
);

export const removedContacts = (db: Tx) => removed(db, {});

/** Deletes one of them. */
export async function forgetContact({ tx, emit }: Change, id: string): Promise<void> {
  const rows = await tx.deleteFrom('contacts').where('id', '=', id).returning('userId').execute();
  for (const { userId } of rows) emit('contact:changed', { userId });
}
