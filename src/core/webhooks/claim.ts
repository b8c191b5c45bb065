/** Which deliveries are due, and which worker has claimed them. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { change } from '../change.ts';
import { channelTarget } from '../channels/stored.ts';
import type { Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
import type { Target } from '../outgoing/target.ts';
import { removedChannels } from '../removed-channels.ts';
import { toTimestamp } from '../time.ts';
import { claimRows, dueRows, requeueRows, soonestDue, updateDelivery } from './table.ts';
import { ensureWebhook, signingSecrets } from './webhooks.ts';

/** A delivery to send now, signed with the secrets. Without a target its webhook has been removed. */
export type Claimed = { id: string; target: Target | null; body: string; secrets: string[] };

/** At worker start: makes deliveries due again that an earlier worker had claimed. */
export const requeueClaimed = (inbox: Inbox) => change(inbox, requeueRows);

/** Returns the deliveries due by a time, longest due first, except for busy lanes. */
export const findDue = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) => dueRows(store.read, toTimestamp(search.atMs), search.limit, passed));

/** Claims those that are still due, exclusively for this worker. */
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

/** Returns when the first one after a time is due; null if none is. Both in milliseconds since 1970. */
export async function nextDueAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestDue(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/** A channel's events go to its current webhook. */
async function targetNow(tx: Tx, row: Row<'deliveries'>): Promise<Target | null> {
  const { url, method } = row;
  if (row.source !== 'channel') return { url, method, headers: JSON.parse(row.headers) };
  const now = await channelTarget(tx, row.channelId);
  if (now && now.url !== url) await updateDelivery(tx, row.id, { url: now.url });
  return now && { url: now.url, method, headers: now.headers };
}
