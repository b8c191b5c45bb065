import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import { HIGH_SENT_SINGLY } from './plan.ts';

export const insertContact = (tx: Tx, row: Row<'contacts'>) =>
  tx.insertInto('contacts').values(row).execute();

export async function updateContactRow(tx: Tx, id: string, set: Partial<Row<'contacts'>>) {
  await tx.updateTable('contacts').set(set).where('id', '=', id).execute();
}

const byId = prepared<{ id: string }, Row<'contacts'>>((db, parameter) =>
  db.selectFrom('contacts').selectAll().where('id', '=', parameter('id')),
);

/** Also one that is removed. */
export const contactRow = async (db: Tx, id: string): Promise<Row<'contacts'> | undefined> =>
  (await byId(db, { id }))[0];

/** A question was asked at each. */
export const setAsked = prepared<{ ids: JsonList; at: string }, never>((db, parameter) =>
  db
    .updateTable('contacts')
    .set(({ ref }) => ({
      askedAt: parameter('at'),
      askedBeforeAt: ref('askedAt'),
      askedBeforeThatAt: ref('askedBeforeAt'),
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

/** The length of a timestamp. */
export const TIME_LETTERS = 24;

/** A question of urgency `high` was asked at each: the last times are kept, one after another. */
export const setHighAsked = prepared<{ ids: JsonList; at: string }, never>((db, parameter) =>
  db
    .updateTable('contacts')
    .set(({ ref }) => ({
      highAskedAt: sql<string>`substr(coalesce(${ref('highAskedAt')}, '') || ${parameter('at')},
        ${sql.lit(-HIGH_SENT_SINGLY * TIME_LETTERS)})`,
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

/** A provider took something. */
export const setSent = prepared<{ id: string; at: string }, never>((db, parameter) =>
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

/** Contacts whose answers were allowed without a login. */
export const localContacts = (db: Tx) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('isLocal', '=', 1)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

export async function usersOfClosed(db: Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('userId')
    .distinct()
    .where('answersEndedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .execute();
  return rows.map(({ userId }) => userId);
}

const removed = prepared<object, Pick<Row<'contacts'>, 'id'> & { removedAt: string }>((db) =>
  db
    .selectFrom('contacts')
    .select(['id', 'removedAt'])
    .where('removedAt', 'is not', null)
    .$narrowType<{ removedAt: string }>(),
);

export const removedRows = (db: Tx) => removed(db, {});

export const deleteContactRow = (tx: Tx, id: string) =>
  tx.deleteFrom('contacts').where('id', '=', id).returning('userId').execute();
