/** How far a question has come: counted with each change, and announced at most once a second. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { countNotices } from '../notices/counts.ts';
import { delayNotices } from '../notices/delaying.ts';
import { watching } from '../reach/presence.ts';
import { readReach, type StoredReach, toReach } from '../reach/stored.ts';
import { toTimestamp } from '../time.ts';
import { dueReachRows, type ReachRow, reachRow, soonestReach, updateReach } from './reach-table.ts';

const APART_MS = 1000;
const MOST_AT_ONCE = 100;

/** Starts to follow what is sent about questions. */
export function watchReach(inbox: Inbox): void {
  inbox.bus.within('notices:changed', (tx, { messageId }, emit) =>
    noteReach(inbox, tx, emit, messageId),
  );
}

/** Within a change: a user has seen a question for the first time. */
export async function noteSeen(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  messageId: string,
  userId: string,
): Promise<void> {
  await delayNotices(inbox, tx, messageId, userId);
  await noteReach(inbox, tx, emit, messageId, toTimestamp(inbox.now()));
}

/** Within a change whose own event has the message: counts, and announces nothing. */
export async function countReach(tx: Tx, messageId: string): Promise<void> {
  const row = await reachRow(tx, messageId);
  if (row?.reach) await updateReach(tx, { ...row, reach: await counted(tx, row, null) });
}

async function noteReach(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  messageId: string,
  seenAt: string | null = null,
): Promise<void> {
  const row = await reachRow(tx, messageId);
  if (row) await announce(inbox, tx, emit, { ...row, reach: await counted(tx, row, seenAt) });
}

async function counted(tx: Tx, row: ReachRow, seenAt: string | null): Promise<string> {
  const stored = readReach(row.reach);
  const now = await countNotices(tx, row.messageId);
  // Once it has ended, what was not sent is skipped, and nobody is left to reach.
  const reachable = row.status === 'pending' ? now.reachable : (stored?.reachable ?? 0);
  const reach: StoredReach = { ...stored, ...now, reachable };
  return JSON.stringify({ ...reach, seenAt: stored?.seenAt ?? seenAt });
}

async function announce(inbox: Inbox, tx: Tx, emit: Emit, row: ReachRow): Promise<void> {
  const { messageId, channelId, reach, status } = row;
  const nowMs = inbox.now();
  const nextMs = row.reachEventAt === null ? 0 : Date.parse(row.reachEventAt) + APART_MS;
  if (nowMs < nextMs) {
    await updateReach(tx, { ...row, reachEventDue: toTimestamp(nextMs) });
    emit('notice:due', { atMs: nextMs });
    return;
  }
  await updateReach(tx, { ...row, reachEventAt: toTimestamp(nowMs), reachEventDue: null });
  const hasEnded = status !== 'pending';
  const watchers = hasEnded ? 0 : watching(inbox, channelId);
  const shown = toReach(readReach(reach), { hasEnded, watching: watchers });
  emit('review:reach', { messageId, channelId, reach: shown });
}

/** Announces what had to wait for its second to pass. */
export async function announceReach(inbox: Inbox): Promise<void> {
  const next = await nextReachAt(inbox);
  if (next === null || next > inbox.now()) return;
  const count = await change(inbox, async (tx, emit) => {
    const rows = await dueReachRows(tx, toTimestamp(inbox.now()), MOST_AT_ONCE);
    for (const row of rows) await announce(inbox, tx, emit, row);
    return rows.length;
  });
  if (count === MOST_AT_ONCE) await announceReach(inbox);
}

/** When the next announcement is due, in milliseconds since 1970; null for none. */
export async function nextReachAt({ store }: Inbox): Promise<number | null> {
  const at = await soonestReach(store.read);
  return at === null ? null : Date.parse(at);
}
