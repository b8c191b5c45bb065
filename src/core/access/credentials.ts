import type { Tx } from '../../storage/open.ts';
import type { Inbox } from '../inbox.ts';
import { deleteSessionsOf } from './sessions-table.ts';
import { deleteTokensOf } from './tokens-table.ts';

/** Within a change: ends all that a user has logged in by, but the session named; how many. */
export async function endCredentials(
  inbox: Inbox,
  tx: Tx,
  userId: string,
  butSession: string | null = null,
): Promise<{ sessions: number; tokens: number }> {
  forgetApprovals(inbox, userId);
  const tokens = await deleteTokensOf(tx, userId);
  const sessions = await deleteSessionsOf(tx, userId, butSession);
  return { sessions: sessions.length, tokens: tokens.length };
}

/** Takes back what a user has approved and no machine has collected. */
function forgetApprovals({ devices }: Inbox, userId: string): void {
  for (const device of devices.values()) {
    const { decision } = device;
    if (decision && 'approver' in decision && decision.approver.userId === userId) {
      device.decision = { denied: true };
    }
  }
}
