import type { Tx } from '../../storage/store.ts';
import type { Change } from '../inbox.ts';

/** Returns whether the row is new: the user has not seen the question before. */
export async function insertSeen(
  { tx }: Change,
  userId: string,
  messageId: string,
  at: string,
): Promise<boolean> {
  const rows = await tx
    .insertInto('seen')
    .values({ userId, messageId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageId')
    .execute();
  return rows.length > 0;
}

/** Returns the names of the users who saw a question while it was pending. */
export const seenBy = (db: Tx, messageId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('seen')
    .innerJoin('users', 'users.id', 'seen.userId')
    .select(['users.id', 'users.name'])
    .where('messageId', '=', messageId)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
