import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { expiredBetween } from './table.ts';

/** Tells of keys and sessions that ran out in a span, so that what they hold open is looked at again. */
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
