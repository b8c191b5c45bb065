import type { Tx } from '../../storage/store.ts';
import type { Doer } from '../audit/action.ts';
import type { Emit } from '../bus.ts';
import type { RightEnd } from '../notify/names.ts';
import { withdrawApprovals } from './device-table.ts';
import { deleteSessionsOf } from './sessions-table.ts';
import { deleteTokensOf } from './tokens-table.ts';

/**
 * Within a change: ends all of a user's sessions and tokens, except the named session, and every right
 * that one of them gave; returns how many.
 */
export async function endCredentials(
  tx: Tx,
  emit: Emit,
  by: Doer,
  { userId, because, butSession = null }: Ending,
): Promise<{ sessions: number; tokens: number }> {
  await withdrawApprovals(tx, userId);
  const tokens = await deleteTokensOf(tx, userId);
  const sessions = await deleteSessionsOf(tx, userId, butSession);
  endRightsOf(emit, by, userId, because);
  return { sessions: sessions.length, tokens: tokens.length };
}

type Ending = { userId: string; because: RightEnd; butSession?: string | null };

/**
 * Within a change that ends a credential: the rights that it gave elsewhere end with it. Without one, they
 * all end.
 */
export const endRightsOf = (
  emit: Emit,
  by: Doer,
  userId: string,
  because: RightEnd,
  credential: string | null = null,
): void => emit('credential:ended', { by, userId, because, credential });
