/** The health of a channel's URL: one that has failed for 5 days is paused. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { theInbox } from '../audit/action.ts';
import { wasDone } from '../audit/record.ts';
import { mustBeChannel } from '../channels/channels.ts';
import type { Change } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { updateWebhook, webhookRow } from './table.ts';
import { ensureWebhook, healthy } from './webhooks.ts';

const PAUSED_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

type Health = Pick<Row<'webhooks'>, 'failingSince' | 'pausedAt'>;
type Turn = 'webhook.failing' | 'webhook.paused' | 'webhook.resumed';

export async function isPaused(tx: Tx, channelId: string, url: string): Promise<boolean> {
  const row = await webhookRow(tx, channelId);
  return row !== undefined && row.url === url && row.pausedAt !== null;
}

/** Records the result of an attempt at a channel's URL. A success ends a pause. */
export async function noteHealth(
  change: Change,
  { channelId, url }: Row<'deliveries'>,
  ok: boolean,
): Promise<void> {
  const { inbox, tx } = change;
  const known = await ensureWebhook(change, channelId);
  if (ok && known.failingSince === null) return;
  const before = known.url === url ? known : healthy;
  const health = ok ? healthy : failed(before, inbox.now());
  await updateWebhook(change, channelId, { url, ...health });
  const turn = await turnOf(tx, channelId, before, health);
  if (turn) await noteTurn(change, channelId, turn);
}

function failed(before: Health, nowMs: number): Health {
  const now = toTimestamp(nowMs);
  const failingSince = before.failingSince ?? now;
  const isOver = nowMs - Date.parse(failingSince) >= PAUSED_AFTER_MS;
  return { failingSince, pausedAt: isOver ? (before.pausedAt ?? now) : null };
}

/** A single failure changes nothing: the next attempt usually succeeds. */
async function turnOf(
  tx: Tx,
  id: string,
  before: Health,
  { failingSince, pausedAt }: Health,
): Promise<Turn | null> {
  if (pausedAt !== null) return before.pausedAt === null ? 'webhook.paused' : null;
  if (before.failingSince === null) return null;
  const subject = { kind: 'channel', id, name: null } as const;
  const isNoted = await wasDone(tx, { action: 'webhook.failing', subject }, before.failingSince);
  if (failingSince !== null) return isNoted ? null : 'webhook.failing';
  return isNoted || before.pausedAt !== null ? 'webhook.resumed' : null;
}

async function noteTurn({ tx, emit }: Change, id: string, action: Turn): Promise<void> {
  const channel = await mustBeChannel(tx, 'all', id);
  const subject = { kind: 'channel', id, name: channel.name } as const;
  emit('audited', { by: theInbox, action, subject });
  emit('agent:updated', channel);
}
