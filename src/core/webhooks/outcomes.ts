/** What becomes of a delivery that was sent. */
import type { Row } from '../../storage/tables.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { noteWebhookResult } from '../messages/receipts.ts';
import { removedChannels } from '../removed-channels.ts';
import { noteToldWithin } from '../reviews/told.ts';
import { toTimestamp } from '../time.ts';
import { noteHealth } from './health.ts';
import { deliveryRow, insertAttempt, updateDelivery } from './table.ts';

/** How one attempt went. `error` is null only where the answer was a 2xx. */
export type Outcome = {
  ok: boolean;
  status: number | null;
  error: string | null;
  durationMs: number;
  /** The first 2 KiB of the answer. */
  response: string | null;
  /** The receiver wants no more of it (410), or it can never be sent. */
  gone: boolean;
  /** A day at most. */
  retryAfterSeconds: number | null;
};

/** No two receivers of one failure are called again at the same moment. */
const JITTER = 0.1;

/** Notes an attempt: delivered, to be tried again, or failed for good. */
export async function settleDelivery(inbox: Inbox, id: string, outcome: Outcome): Promise<void> {
  await change(inbox, async (tx, emit) => {
    const row = await deliveryRow(tx, id);
    // Its message was deleted meanwhile, and the delivery with it; or its channel is being removed.
    if (!row || (await removedChannels(tx)).has(row.channelId)) return;
    const at = toTimestamp(inbox.now() - outcome.durationMs);
    const { status, error, durationMs, response } = outcome;
    const attempt = { id: inbox.newId(), deliveryId: id, at, status, error, durationMs, response };
    await insertAttempt(tx, attempt);
    await updateDelivery(tx, id, afterAttempt(inbox, row, outcome));
    if (row.source === 'channel') await noteHealth({ inbox, tx, emit }, row, outcome.ok);
    const { messageId } = row;
    if (!messageId) return;
    await noteWebhookResult(inbox, tx, emit, { messageId, ok: outcome.ok });
    if (outcome.ok && row.event.startsWith('review:')) {
      await noteToldWithin(inbox, tx, messageId, 'webhook');
    }
  });
}

function afterAttempt(inbox: Inbox, row: Row<'deliveries'>, outcome: Outcome) {
  const attemptCount = row.attemptCount + 1;
  if (outcome.ok) return { status: 'delivered', attemptCount, nextAttemptAt: null };
  const delayMs = inbox.webhookRetriesMs[row.attemptCount];
  const isTest = row.messageId === null;
  if (outcome.gone || delayMs === undefined || isTest) {
    return { status: 'failed', attemptCount, nextAttemptAt: null };
  }
  const jittered = delayMs * (1 + JITTER * (2 * Math.random() - 1));
  const asked = (outcome.retryAfterSeconds ?? 0) * 1000;
  const nextAttemptAt = toTimestamp(inbox.now() + Math.max(jittered, asked));
  return { status: 'pending', attemptCount, nextAttemptAt };
}
