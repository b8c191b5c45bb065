import type { Tx } from '../../storage/store.ts';
import { invalid } from '../errors.ts';
import type { ChangeBy } from '../inbox.ts';
import type { Channels } from './callers.ts';
import { deleteGrants, missingChannels } from './table.ts';
import { channelsOfUser, userById } from './users-table.ts';

/** Refuses `channels` with an unknown id. */
export async function mustBeChannels(tx: Tx, listed: readonly string[]): Promise<void> {
  const unknown = await missingChannels(tx, listed);
  if (unknown.length === 0) return;
  const message = 'Channel not found';
  throw invalid(
    unknown.map((id) => ({
      code: 'custom',
      message,
      path: ['channels', String(listed.indexOf(id))],
    })),
  );
}

/** Removes a deleted channel from all grants. */
export async function endGrants(change: ChangeBy, channelId: string): Promise<void> {
  const { emit, caller } = change;
  const { keyIds, userIds } = await deleteGrants(change, channelId);
  for (const keyId of keyIds) emit('access:changed', { keyId }, { by: caller });
  for (const userId of userIds) emit('access:changed', { userId }, { by: caller });
}

/** Whether a user may log in. */
export const isEnabled = async (tx: Tx, userId: string): Promise<boolean> =>
  (await userById(tx, userId))?.disabled === 0;

/** The channels that a user sees, none while disabled; null for a user who is removed. */
export async function channelsGrantedTo(tx: Tx, userId: string): Promise<Channels | null> {
  const user = await userById(tx, userId);
  if (!user) return null;
  if (user.disabled === 1) return [];
  return user.role === 'owner' ? 'all' : channelsOfUser(tx, userId);
}
