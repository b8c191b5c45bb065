/** How far a question has come: counted with each change, and announced at most once a second. */
import type { Tx } from '../../storage/store.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { delayNotices } from '../notify/ask.ts';
import { countNotices } from '../notify/notices.ts';
import { type Audience, audienceOf, knownPeople } from '../notify/people.ts';
import { reachedOf, reachNow, readReach, type StoredReach, toReach } from '../notify/reach.ts';
import type { Reach } from '../notify/schema.ts';
import { toTimestamp } from '../time.ts';
import { dueReachRows, type ReachRow, reachRow, soonestReach, updateReach } from './reach-table.ts';

const APART_MS = 1000;
const MOST_AT_ONCE = 100;

/** Starts to follow what is sent about questions. */
export function watchReach(inbox: Inbox): void {
  inbox.bus.within('notices:changed', (change, { messageId }) => noteReach(change, messageId));
}

/** Notes that a user has seen a question for the first time. */
export async function noteSeen(change: Change, messageId: string, userId: string): Promise<void> {
  await delayNotices(change, messageId, userId);
  await noteReach(change, messageId, { seenAt: toTimestamp(change.inbox.now()) });
}

/** Counts a last time who could be notified of questions that end, and announces nothing. */
export async function countReach({ inbox, tx }: Change, messageIds: readonly string[]) {
  const audiences = new Map<string, Audience>();
  for (const messageId of messageIds) {
    const row = await reachRow(tx, messageId);
    if (!row?.reach) continue;
    const { channelId } = row;
    const audience = audiences.get(channelId) ?? (await audienceOf(tx, channelId, ''));
    audiences.set(channelId, audience);
    const last = reachedOf(audience, row, inbox.now());
    await updateReach(tx, { ...row, reach: await counted(tx, row, last) });
  }
}

async function noteReach(
  change: Change,
  messageId: string,
  seen: Pick<StoredReach, 'seenAt'> = {},
): Promise<void> {
  const { tx } = change;
  const row = await reachRow(tx, messageId);
  if (row) await announce(change, { ...row, reach: await counted(tx, row, seen) });
}

async function counted(tx: Tx, row: ReachRow, more: StoredReach): Promise<string> {
  const stored = readReach(row.reach);
  const seenAt = stored?.seenAt ?? more.seenAt ?? null;
  const reach = { ...stored, ...more, ...(await countNotices(tx, row.messageId)), seenAt };
  return JSON.stringify(reach);
}

async function announce(change: Change, row: ReachRow): Promise<void> {
  const { inbox, tx, emit } = change;
  const { messageId, channelId } = row;
  const nowMs = inbox.now();
  const nextMs = row.reachEventAt === null ? 0 : Date.parse(row.reachEventAt) + APART_MS;
  if (nowMs < nextMs) {
    await updateReach(tx, { ...row, reachEventDue: toTimestamp(nextMs) });
    emit('notice:due', { atMs: nextMs });
    return;
  }
  await updateReach(tx, { ...row, reachEventAt: toTimestamp(nowMs), reachEventDue: null });
  emit('review:reach', { messageId, channelId, reach: await shownOf(change, row) });
}

async function shownOf({ inbox, tx }: Change, row: ReachRow): Promise<Reach> {
  const { setUp } = await knownPeople(inbox);
  if (row.status !== 'pending') return toReach(readReach(row.reach), { hasEnded: true, setUp });
  return reachNow(inbox, { ...row, audience: await audienceOf(tx, row.channelId, ''), setUp });
}

/** Announces what had to wait for its second to pass. */
export async function announceReach(inbox: Inbox): Promise<void> {
  const next = await nextReachAt(inbox);
  if (next === null || next > inbox.now()) return;
  const count = await changeByItself(inbox, async (change) => {
    const rows = await dueReachRows(change.tx, toTimestamp(inbox.now()), MOST_AT_ONCE);
    for (const row of rows) await announce(change, row);
    return rows.length;
  });
  if (count === MOST_AT_ONCE) await announceReach(inbox);
}

/** When the next announcement is due, in milliseconds since 1970; null for none. */
export async function nextReachAt({ store }: Inbox): Promise<number | null> {
  const at = await soonestReach(store.read);
  return at === null ? null : Date.parse(at);
}
