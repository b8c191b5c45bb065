import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import { SHOWN } from './shown-status.ts';

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
