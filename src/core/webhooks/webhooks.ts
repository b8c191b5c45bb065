/** A channel's webhook: its secrets, and whether its URL is paused. */
import { randomBytes } from 'node:crypto';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { wasRecorded } from '../audit/record.ts';
import { changeBy } from '../change.ts';
import { mustBeChannel } from '../channels/channels.ts';
import type { Agent } from '../channels/schema.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Webhook } from './schema.ts';
import { insertWebhook, updateWebhook, webhookRow } from './table.ts';

/** How long a rotated secret still signs. */
const BOTH_VALID_MS = 24 * 60 * 60 * 1000;
const SHOWN_AGAIN_MS = 10 * 60 * 1000;

/** For owners only: it includes the secret. */
export async function getWebhook(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<Webhook> {
  mustBeOwner(caller);
  return changeBy(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const channel = await mustBeChannel(tx, caller.channels, channelId);
    await recordShown(change, channel);
    return toWebhook(channel, await ensureWebhook(change, channelId));
  });
}

/** Rotates the secret. For 24 hours the old one signs too, so that the receiver can switch. */
export async function rotateSecret(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<Webhook> {
  mustBeOwner(caller);
  return changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const channel = await mustBeChannel(tx, caller.channels, channelId);
    const row = await ensureWebhook(change, channelId);
    const oldSecretUntil = toTimestamp(inbox.now() + BOTH_VALID_MS);
    const replaced = { secret: newSecret(), oldSecret: row.secret, oldSecretUntil };
    await updateWebhook(change, channelId, replaced);
    emit('audited', {
      by: caller,
      action: 'webhook.secretRotated',
      subject: { kind: 'channel', id: channelId, name: channel.name },
      detail: { oldSecretUntil },
    });
    emit('agent:updated', channel, { by: caller });
    return toWebhook(channel, { ...row, ...replaced });
  });
}

/** Once in 10 minutes per person and surface: a page that shows the secret reloads it repeatedly. */
async function recordShown({ inbox, tx, emit, caller }: ChangeBy, { id, name }: Agent) {
  const since = toTimestamp(inbox.now() - SHOWN_AGAIN_MS);
  const action = { action: 'webhook.secretShown', subject: { kind: 'channel', id, name } } as const;
  if (await wasRecorded(tx, caller, action, since)) return;
  emit('audited', { by: caller, ...action });
}

/** The record of a former URL does not apply to this one. */
function toWebhook({ webhookUrl, webhookHeaders }: Agent, row: Row<'webhooks'>): Webhook {
  const { channelId, secret, oldSecret, oldSecretUntil } = row;
  const { failingSince, pausedAt } = row.url === webhookUrl ? row : healthy;
  return {
    channelId,
    url: webhookUrl,
    headers: webhookHeaders,
    secret,
    oldSecret,
    oldSecretUntil,
    failingSince,
    pausedAt,
  };
}

/** The health of a URL that has not failed. */
export const healthy = { failingSince: null, pausedAt: null };

/** Returns the webhook's row, created on first use. */
export async function ensureWebhook(change: Change, channelId: string): Promise<Row<'webhooks'>> {
  const known = await webhookRow(change.tx, channelId);
  if (known) return known;
  const row = {
    channelId,
    secret: newSecret(),
    oldSecret: null,
    oldSecretUntil: null,
    url: null,
    ...healthy,
  };
  await insertWebhook(change, row);
  return row;
}

/** Returns the secrets that sign now, the current one first. */
export function signingSecrets(
  { secret, oldSecret, oldSecretUntil }: Row<'webhooks'>,
  now: number,
): string[] {
  const isOldValid = oldSecret && oldSecretUntil && Date.parse(oldSecretUntil) > now;
  return isOldValid ? [secret, oldSecret] : [secret];
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
