/** Updates a delivery after an attempt. */
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { recordWebhookResult } from '../messages/delivery-status.ts';
import { type Outcome, retryDelayMs } from '../outgoing/outcome.ts';
import { removedChannels } from '../removed-channels.ts';
import { recordNotifiedWithin } from '../reviews/notified.ts';
import { toTimestamp } from '../time.ts';
import { noteHealth } from './health.ts';
import { deliveryRow, insertAttempt, updateDelivery } from './table.ts';

/** Records an attempt: the delivery is delivered, retried later, or failed. */
export async function settleDelivery(inbox: Inbox, id: string, outcome: Outcome): Promise<void> {
  const ok = outcome.result === 'accepted';
  await changeByItself(inbox, async (change) => {
    const { tx } = change;
    const row = await deliveryRow(tx, id);
    // Its message was deleted, and the delivery with it; or its channel is being removed.
    if (!row || (await removedChannels(tx)).has(row.channelId)) return;
    const at = toTimestamp(inbox.now() - outcome.durationMs);
    const { status, error, durationMs, response } = outcome;
    const attempt = { id: inbox.newId(), deliveryId: id, at, status, error, durationMs, response };
    await insertAttempt(change, attempt);
    await updateDelivery(change, id, afterAttempt(inbox, row, outcome));
    if (row.source === 'channel') await noteHealth(change, row, ok);
    const { messageId } = row;
    if (!messageId) return;
    await recordWebhookResult(change, { messageId, ok });
    if (ok && row.event.startsWith('review:')) {
      await recordNotifiedWithin(change, messageId, 'webhook');
    }
  });
}

function afterAttempt(inbox: Inbox, row: Row<'deliveries'>, outcome: Outcome) {
  const attemptCount = row.attemptCount + 1;
  const ended = { attemptCount, nextAttemptAt: null, leasedUntil: null };
  if (outcome.result === 'accepted') return { ...ended, status: 'delivered' };
  const isTest = row.messageId === null;
  const delayMs = isTest ? null : retryDelayMs(inbox.webhookRetriesMs, row.attemptCount, outcome);
  if (delayMs === null) return { ...ended, status: 'failed' };
  return { ...ended, status: 'pending', nextAttemptAt: toTimestamp(inbox.now() + delayMs) };
}
