import { changeByItself } from '../change.ts';
import type { InboxEvent } from '../events.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { expiredBetween } from './table.ts';

type Changed = InboxEvent<'access:changed'>;

/**
 * Emits the keys, tokens and sessions that expired in a time span, so that their open connections
 * are checked again; without the log if nothing can be saved.
 */
export async function announceExpired(
  inbox: Inbox,
  sinceMs: number,
  untilMs: number,
): Promise<void> {
  const span = [toTimestamp(sinceMs), toTimestamp(untilMs)] as const;
  const { keyIds, userIds } = await expiredBetween(inbox.store.read, ...span);
  const whose: Changed['payload'][] = [
    ...keyIds.map((keyId) => ({ keyId })),
    ...userIds.map((userId) => ({ userId })),
  ];
  if (whose.length === 0) return;
  await changeByItself(inbox, async ({ emit }) => {
    for (const payload of whose) emit('access:changed', payload);
  }).catch((error) => {
    for (const payload of whose) inbox.bus.announce({ name: 'access:changed', payload });
    throw error;
  });
}
