/** Which deliveries are due, and whose they are while they are sent. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { change } from '../change.ts';
import { channelTarget } from '../channels/stored.ts';
import type { Inbox } from '../inbox.ts';
import type { Target } from '../outgoing/target.ts';
import { removedChannels } from '../removed-channels.ts';
import { toTimestamp } from '../time.ts';
import { claimRows, dueRows, requeueRows, soonestDue, updateDelivery } from './table.ts';
import { ensureWebhook, signingSecrets } from './webhooks.ts';

/** A delivery to send now; the secrets sign it. Without a target its webhook was removed meanwhile. */
export type Claimed = { id: string; target: Target | null; body: string; secrets: string[] };

/** For a worker that starts: what an earlier one had claimed is due again. */
export const requeueClaimed = (inbox: Inbox) => change(inbox, requeueRows);

/** What is due by a time, the longest due first, but for lanes that are busy. */
export async function findDue(
  { store }: Inbox,
  { atMs, limit, isBusy }: { atMs: number; limit: number; isBusy: (lane: string) => boolean },
): Promise<{ id: string; lane: string }[]> {
  // A busy lane with much to send would hide all others: only those are passed over, not all that are busy.
  const passed: string[] = [];
  while (true) {
    const rows = await dueRows(store.read, toTimestamp(atMs), limit, passed);
    const free = rows.filter(({ lane }) => !isBusy(lane));
    if (free.length > 0 || rows.length < limit) return free;
    passed.push(...new Set(rows.map(({ lane }) => lane)));
  }
}

/** Claims those that are still due, for this worker alone. */
export async function claimDeliveries(inbox: Inbox, ids: string[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  return change(inbox, async (tx) => {
    const claimed: Claimed[] = [];
    const removed = await removedChannels(tx);
    for (const row of await claimRows(tx, ids)) {
      // Its channel was removed: it stays claimed until it is deleted.
      if (removed.has(row.channelId)) continue;
      const webhook = await ensureWebhook(tx, row.channelId);
      const { id, body } = row;
      const secrets = signingSecrets(webhook, inbox.now());
      claimed.push({ id, body, secrets, target: await targetNow(tx, row) });
    }
    return claimed;
  });
}

/** When the first is due after a time; null if none is. Both in milliseconds since 1970. */
export async function nextDueAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestDue(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/** A channel's events go to the webhook that it has now. */
async function targetNow(tx: Tx, row: Row<'deliveries'>): Promise<Target | null> {
  const { url, method } = row;
  if (row.source !== 'channel') return { url, method, headers: JSON.parse(row.headers) };
  const now = await channelTarget(tx, row.channelId);
  if (now && now.url !== url) await updateDelivery(tx, row.id, { url: now.url });
  return now && { url: now.url, method, headers: now.headers };
}
