import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { expiredBetween } from './table.ts';

/**
 * Emits the keys, tokens and sessions that expired in a time span, so that their open connections
 * are checked again.
 */
export async function announceExpired(
  { store, bus }: Inbox,
  sinceMs: number,
  untilMs: number,
): Promise<void> {
  const span = [toTimestamp(sinceMs), toTimestamp(untilMs)] as const;
  const { keyIds, userIds } = await expiredBetween(store.read, ...span);
  for (const keyId of keyIds) bus.announce({ name: 'access:changed', payload: { keyId } });
  for (const userId of userIds) bus.announce({ name: 'access:changed', payload: { userId } });
}
