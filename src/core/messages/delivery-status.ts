/** The delivery status of a message: sent or not, and then received by its agent. */
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeAgent, scopeOf } from '../access/permissions.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import { noteCallTo } from '../channels/alive.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
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
  return change(inbox, caller, async (tx, emit, caller) => {
    const message = await findMessage(tx, scopeOf(caller, channel), id);
    if (!message) throw notFound('Message');
    await noteCallTo({ inbox, tx, emit, caller }, message.channelId);
    await setStatus(inbox, tx, emit, message, { deliveryStatus: 'agent_received', by: caller });
    await recordNotifiedWithin(inbox, tx, id, 'ack');
    return { acknowledged: true as const };
  });
}

/** Within a change: records the outcome of a message's webhook. */
export async function recordWebhookResult(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { messageId, ok }: { messageId: string; ok: boolean },
): Promise<void> {
  const message = await findMessage(tx, 'all', messageId);
  const deliveryStatus = ok ? 'webhook_delivered' : 'webhook_failed';
  if (message) await setStatus(inbox, tx, emit, message, { deliveryStatus });
}

/** `agent_received` is final: a late webhook result never replaces it. */
async function setStatus(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { id, channelId, deliveryStatus: known }: Message,
  { deliveryStatus, by }: { deliveryStatus: DeliveryStatus; by?: Caller },
): Promise<void> {
  if (known === 'agent_received' || known === deliveryStatus) return;
  const seq = await updateMessage(tx, id, { deliveryStatus, updatedAt: toTimestamp(inbox.now()) });
  emit('message:delivery', { messageId: id, channelId, deliveryStatus }, { seq, by });
}
