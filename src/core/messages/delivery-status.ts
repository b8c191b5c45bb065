/** The delivery status of a message: sent or not, and then received by its agent. */
import type { Caller } from '../access/callers.ts';
import { mustBeAgent, scopeOf } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { noteCall } from '../channels/alive.ts';
import { notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { recordNotifiedWithin } from '../reviews/notified.ts';
import { toTimestamp } from '../time.ts';
import type { Message } from './schema.ts';
import { findMessage } from './stored.ts';
import { updateMessage } from './table.ts';

type DeliveryStatus = Message['deliveryStatus'];

/** Records that the agent has the message; repeatable. */
export async function ackMessage(
  inbox: Inbox,
  caller: Caller,
  id: string,
  channel?: string | undefined,
) {
  mustBeAgent(caller);
  return changeBy(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const message = await findMessage(tx, scopeOf(caller, channel), id);
    if (!message) throw notFound('Message');
    await noteCall(change, message.channelId);
    await setStatus(change, message, { deliveryStatus: 'agent_received', by: caller });
    await recordNotifiedWithin(change, id, 'ack');
    return { acknowledged: true as const };
  });
}

/** Records the outcome of a message's webhook. */
export async function recordWebhookResult(
  change: Change,
  { messageId, ok }: { messageId: string; ok: boolean },
): Promise<void> {
  const message = await findMessage(change.tx, 'all', messageId);
  const deliveryStatus = ok ? 'webhook_delivered' : 'webhook_failed';
  if (message) await setStatus(change, message, { deliveryStatus });
}

/** `agent_received` is final: a late webhook result never replaces it. */
async function setStatus(
  change: Change,
  { id, channelId, deliveryStatus: known }: Message,
  { deliveryStatus, by }: { deliveryStatus: DeliveryStatus; by?: Caller },
): Promise<void> {
  const { inbox, emit } = change;
  if (known === 'agent_received' || known === deliveryStatus) return;
  const seq = await updateMessage(change, id, {
    deliveryStatus,
    updatedAt: toTimestamp(inbox.now()),
  });
  emit('message:delivery', { messageId: id, channelId, deliveryStatus }, { seq, by });
}
