/** Writes deliveries in the same transaction as their cause. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { channelTarget } from '../channels/stored.ts';
import { postedNames } from '../events/lookup.ts';
import { events } from '../events.ts';
import type { Change, Inbox } from '../inbox.ts';
import { recordWebhookResult } from '../messages/delivery-status.ts';
import type { Message } from '../messages/schema.ts';
import { findMessage } from '../messages/stored.ts';
import type { Target } from '../outgoing/target.ts';
import { toTimestamp } from '../time.ts';
import { isPaused } from './health.ts';
import type { WebhookEvent } from './payloads.ts';
import { insertAttempt, insertDelivery } from './table.ts';

export type WebhookTarget = Target & { source: 'message' | 'channel' | 'callback' };

const PAUSED =
  'Not sent: the webhook was paused after failing for five days. Resume it in its settings';

/** Starts writing deliveries for new events. */
export function watchOutbox(inbox: Inbox): void {
  for (const name of postedNames) {
    inbox.bus.within(name, async (change, payload) => {
      const { tx } = change;
      const message = 'id' in payload ? payload : await findMessage(tx, 'all', payload.messageId);
      const body = message && events[name].webhook.of(message);
      if (body) await post(change, message, await targetOf(tx, message), body);
    });
  }
}

/** The first that is set wins. A channel's headers go to its own URL only. */
async function targetOf(
  tx: Tx,
  { channelId, webhookUrl, review }: Message,
): Promise<WebhookTarget | null> {
  // A message's own URL is for the result of its question.
  if (review && webhookUrl)
    return { source: 'message', url: webhookUrl, method: 'POST', headers: {} };
  const channel = await channelTarget(tx, channelId);
  if (channel) return channel;
  if (!review?.callback) return null;
  const { url, method, headers } = review.callback;
  return { source: 'callback', url, method, headers };
}

async function post(
  change: Change,
  { id: messageId, channelId }: Message,
  target: WebhookTarget | null,
  event: WebhookEvent,
): Promise<void> {
  const { inbox, tx, emit } = change;
  if (!target) return;
  const delivery = newDelivery(inbox, messageId, target, event);
  if (target.source !== 'channel' || !(await isPaused(tx, channelId, target.url))) {
    await insertDelivery(change, delivery);
    emit('delivery:due', { channelId });
    return;
  }
  await insertDelivery(change, { ...delivery, status: 'failed', nextAttemptAt: null });
  await insertAttempt(change, {
    id: inbox.newId(),
    deliveryId: delivery.id,
    at: delivery.createdAt,
    status: null,
    error: PAUSED,
    durationMs: 0,
    response: null,
  });
  await recordWebhookResult(change, { messageId, ok: false });
}

/** Creates a delivery that is due immediately. */
export function newDelivery(
  inbox: Inbox,
  messageId: string | null,
  { source, url, method, headers }: WebhookTarget,
  event: WebhookEvent,
): Row<'deliveries'> {
  const at = toTimestamp(inbox.now());
  return {
    id: inbox.newId(),
    messageId,
    channelId: event.channelId,
    event: event.event,
    source,
    url,
    method,
    // Its lane.
    target: new URL(url).host,
    // A channel's are read when it is sent: they may change until then.
    headers: JSON.stringify(source === 'channel' ? {} : headers),
    body: JSON.stringify(event),
    status: 'pending',
    attemptCount: 0,
    nextAttemptAt: at,
    leasedUntil: null,
    createdAt: at,
  };
}
