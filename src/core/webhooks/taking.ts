/** What the worker takes to send. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { change } from '../change.ts';
import { channelTarget } from '../channels/stored.ts';
import type { Inbox } from '../inbox.ts';
import { removedChannels } from '../removed-channels.ts';
import type { WebhookHeaders } from '../targets/schema.ts';
import { toTimestamp } from '../time.ts';
import { dueRows, giveBackTaken, soonestDue, takeRows, updateDelivery } from './table.ts';
import { ensureWebhook, signingSecrets } from './webhooks.ts';

/** A delivery to send now; the secrets sign it. Without a URL its webhook was removed meanwhile. */
export type Taken = {
  id: string;
  url: string | null;
  method: string;
  headers: WebhookHeaders;
  body: string;
  secrets: string[];
};

/** For a worker that begins: what an earlier one had taken is due again. */
export const releaseTaken = (inbox: Inbox) => change(inbox, giveBackTaken);

/** What is due by a time, the longest due first, but for targets that are busy. */
export async function findDue(
  { store }: Inbox,
  { atMs, limit, isBusy }: { atMs: number; limit: number; isBusy: (target: string) => boolean },
) {
  // A busy target with much to send stands in front of all others: those are named, not all that are busy.
  const passed: string[] = [];
  while (true) {
    const rows = await dueRows(store.read, toTimestamp(atMs), limit, passed);
    const free = rows.filter(({ target }) => !isBusy(target));
    if (free.length > 0 || rows.length < limit) return free;
    passed.push(...new Set(rows.map(({ target }) => target)));
  }
}

/** Takes those that are still due, for this worker alone. */
export async function takeDeliveries(inbox: Inbox, ids: string[]): Promise<Taken[]> {
  if (ids.length === 0) return [];
  return change(inbox, async (tx) => {
    const taken: Taken[] = [];
    const removed = await removedChannels(tx);
    for (const row of await takeRows(tx, ids)) {
      // Its channel was removed: it counts as taken until it is deleted.
      if (removed.has(row.channelId)) continue;
      const webhook = await ensureWebhook(tx, row.channelId);
      const { id, body } = row;
      const secrets = signingSecrets(webhook, inbox.now());
      taken.push({ id, body, secrets, ...(await whereTo(tx, row)) });
    }
    return taken;
  });
}

/** When the first is due after a time; null if none is. Both in milliseconds since 1970. */
export async function nextDueAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestDue(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/** A channel's events go to the webhook that it has now. */
async function whereTo(tx: Tx, row: Row<'deliveries'>) {
  const { url, method } = row;
  if (row.source !== 'channel') {
    return { url, method, headers: JSON.parse(row.headers) as WebhookHeaders };
  }
  const now = await channelTarget(tx, row.channelId);
  if (now && now.url !== url) await updateDelivery(tx, row.id, { url: now.url });
  return { url: now?.url ?? null, method, headers: now?.headers ?? {} };
}
