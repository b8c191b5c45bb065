/** Which deliveries are due, and which worker has claimed them. */
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import { channelTarget } from '../channels/stored.ts';
import type { Change, Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
import type { Target } from '../outgoing/target.ts';
import { removedChannels } from '../removed-channels.ts';
import { toTimestamp } from '../time.ts';
import {
  claimRows,
  dueRows,
  lapsedRows,
  leaseRows,
  requeueRows,
  soonestDue,
  updateDelivery,
} from './table.ts';
import { ensureWebhook, signingSecrets } from './webhooks.ts';

/** A delivery to send now, signed with the secrets. Without a target its webhook has been removed. */
export type Claimed = { id: string; target: Target | null; body: string; secrets: string[] };

/** Twice as long as an attempt may take, unless set otherwise. */
const LEASE_MS = 20_000;

/** Makes deliveries due again whose leases have ended by a time, unless a worker is still sending them. */
export async function takeBackDeliveries(
  inbox: Inbox,
  atMs: number,
  isUnderWay: (id: string) => boolean = () => false,
): Promise<void> {
  const lapsed = (await lapsedRows(inbox.store.read, toTimestamp(atMs)))
    .map(({ id }) => id)
    .filter((id) => !isUnderWay(id));
  if (lapsed.length > 0) await changeByItself(inbox, (change) => requeueRows(change, lapsed));
}

/** Ends the leases of deliveries that a worker has claimed and does not settle. */
export const releaseDeliveries = (inbox: Inbox, ids: string[]): Promise<void> =>
  changeByItself(inbox, (change) => leaseRows(change, ids, toTimestamp(inbox.now())));

/** Returns the deliveries due by a time, longest due first, except for busy lanes. */
export const findDue = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) => dueRows(store.read, toTimestamp(search.atMs), search.limit, passed));

/** Claims those that are still due, exclusively for this worker until the lease ends. */
export async function claimDeliveries(
  inbox: Inbox,
  ids: string[],
  leaseMs = LEASE_MS,
): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  return changeByItself(inbox, async (change) => {
    const claimed: Claimed[] = [];
    const removed = await removedChannels(change.tx);
    for (const row of await claimRows(change, ids, toTimestamp(inbox.now() + leaseMs))) {
      // Its channel was removed: nobody sends it until it is deleted.
      if (removed.has(row.channelId)) continue;
      const webhook = await ensureWebhook(change, row.channelId);
      const { id, body } = row;
      const secrets = signingSecrets(webhook, inbox.now());
      claimed.push({ id, body, secrets, target: await targetNow(change, row) });
    }
    return claimed;
  });
}

/** Returns when the first one after a time is due, or its lease ends; null for none. In milliseconds since 1970. */
export async function nextDueAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestDue(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/** A channel's events go to its current webhook. */
async function targetNow(change: Change, row: Row<'deliveries'>): Promise<Target | null> {
  const { url, method } = row;
  if (row.source !== 'channel') return { url, method, headers: JSON.parse(row.headers) };
  const now = await channelTarget(change.tx, row.channelId);
  if (now && now.url !== url) await updateDelivery(change, row.id, { url: now.url });
  return now && { url: now.url, method, headers: now.headers };
}
