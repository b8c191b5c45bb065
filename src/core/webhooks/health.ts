/** How a channel's URL fares: one that has failed for five days is paused. */
import type { Tx } from '../../storage/open.ts';
import type { Row } from '../../storage/tables.ts';
import { toTimestamp } from '../time.ts';
import { updateWebhook, webhookRow } from './table.ts';
import { ensureWebhook, healthy } from './webhooks.ts';

const PAUSED_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

export async function isPaused(tx: Tx, channelId: string, url: string): Promise<boolean> {
  const row = await webhookRow(tx, channelId);
  return row !== undefined && row.url === url && row.pausedAt !== null;
}

/** Within a change: notes how an attempt at a channel's URL went. A success ends a pause. */
export async function noteHealth(
  tx: Tx,
  { channelId, url }: Row<'deliveries'>,
  ok: boolean,
  nowMs: number,
): Promise<void> {
  const known = await ensureWebhook(tx, channelId);
  if (ok && known.failingSince === null) return;
  const now = toTimestamp(nowMs);
  const failingSince = (known.url === url ? known.failingSince : null) ?? now;
  const isOver = nowMs - Date.parse(failingSince) >= PAUSED_AFTER_MS;
  const pausedAt = isOver ? (known.pausedAt ?? now) : null;
  const fares = ok ? healthy : { failingSince, pausedAt };
  await updateWebhook(tx, channelId, { url, ...fares });
}
