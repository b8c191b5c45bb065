/** Queries about keys and users alike. */
import type { Tx } from '../../storage/store.ts';
import type { Change } from '../inbox.ts';
import { isPresent } from '../removed-channels.ts';

/** Returns whose they were. */
export async function deleteGrants({ tx }: Change, channelId: string) {
  const ofKeys = tx.deleteFrom('key_channels').where('channelId', '=', channelId);
  const ofUsers = tx.deleteFrom('user_channels').where('channelId', '=', channelId);
  const keys = await ofKeys.returning('keyId').execute();
  const users = await ofUsers.returning('userId').execute();
  return { keyIds: keys.map(({ keyId }) => keyId), userIds: users.map(({ userId }) => userId) };
}

/** Returns the ids that are not channels. */
export async function missingChannels(db: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('id', 'in', ids)
    .where(isPresent(db, 'channels.id'))
    .execute();
  return [...new Set(ids)].filter((id) => !rows.some((row) => row.id === id));
}

/** Returns the keys, and the users of sessions and tokens, that expired after `since` and by `at`. */
export async function expiredBetween(db: Tx, since: string, at: string) {
  const keys = await db
    .selectFrom('keys')
    .select('id')
    .where('expiresAt', '>', since)
    .where('expiresAt', '<=', at)
    .execute();
  const users = await Promise.all(
    (['sessions', 'tokens'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('userId')
        .where('expiresAt', '>', since)
        .where('expiresAt', '<=', at)
        .execute(),
    ),
  );
  const userIds = new Set(users.flat().map(({ userId }) => userId));
  return { keyIds: keys.map(({ id }) => id), userIds: [...userIds] };
}
