import type { ChangeBy } from '../inbox.ts';
import type { RightEnd } from '../notify/names.ts';
import { endApprovals } from './device-table.ts';
import { deleteSessionsOf } from './sessions-table.ts';
import { deleteTokensOf } from './tokens-table.ts';

/**
 * Ends all of a user's sessions and tokens, except the named session, and every right that one of them
 * gave; returns how many.
 */
export async function endCredentials(
  change: ChangeBy,
  { userId, because, butSession = null }: Ending,
): Promise<{ sessions: number; tokens: number }> {
  await endApprovals(change, userId);
  const tokens = await deleteTokensOf(change, userId);
  const sessions = await deleteSessionsOf(change, userId, butSession);
  endRightsOf(change, userId, because);
  return { sessions: sessions.length, tokens: tokens.length };
}

type Ending = { userId: string; because: RightEnd; butSession?: string | null };

/** Ends the rights that a credential gave elsewhere, or, without one, those that any of the user's gave. */
export const endRightsOf = (
  { emit, caller }: ChangeBy,
  userId: string,
  because: RightEnd,
  credential: string | null = null,
): void => emit('credential:ended', { by: caller, userId, because, credential });
