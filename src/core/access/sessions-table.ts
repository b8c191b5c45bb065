import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';

/** Part of a hash identifies the session; it cannot be used to log in. */
const ID_LENGTH = 24;
export const sessionId = (hash: string): string => hash.slice(0, ID_LENGTH);

export const insertSession = ({ tx }: Change, row: Row<'sessions'>) =>
  tx.insertInto('sessions').values(row).execute();

export const sessionByHash = (db: Tx, hash: string) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Renews a session that has not expired. */
export const setSessionExpiry = ({ tx }: Change, hash: string, now: string, expiresAt: string) =>
  tx
    .updateTable('sessions')
    .set({ expiresAt })
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .execute();

/** A user's sessions that have not expired, newest first. */
export const sessionsOf = (db: Tx, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('hash')
    .execute();

type Seen = { lastSeenAt: string; address?: string };

export const setSessionSeen = ({ tx }: Change, hash: string, since: string, seen: Seen) =>
  tx
    .updateTable('sessions')
    .set(seen)
    .where('hash', '=', hash)
    .where(({ or, eb }) => or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<=', since)]))
    .execute();

export const deleteSession = ({ tx }: Change, hash: string) =>
  tx.deleteFrom('sessions').where('hash', '=', hash).returning('userId').execute();

/** Ends a user's sessions except the named one; returns the deleted rows. */
export const deleteSessionsOf = ({ tx }: Change, userId: string, butHash: string | null = null) =>
  tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(butHash !== null, (query) => query.where('hash', '!=', butHash))
    .returning('hash')
    .execute();

export const deleteExpiredSessions = ({ tx }: Change, now: string) =>
  tx.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
