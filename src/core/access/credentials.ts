import type { Tx } from '../../storage/store.ts';
import { withdrawApprovals } from './device-table.ts';
import { deleteSessionsOf } from './sessions-table.ts';
import { deleteTokensOf } from './tokens-table.ts';

/**
 * Within a change: ends all of a user's sessions and tokens, except the named session; returns how
 * many.
 */
export async function endCredentials(
  tx: Tx,
  userId: string,
  butSession: string | null = null,
): Promise<{ sessions: number; tokens: number }> {
  await withdrawApprovals(tx, userId);
  const tokens = await deleteTokensOf(tx, userId);
  const sessions = await deleteSessionsOf(tx, userId, butSession);
  return { sessions: sessions.length, tokens: tokens.length };
}
