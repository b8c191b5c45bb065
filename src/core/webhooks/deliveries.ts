import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustBeOwner, mustSee, scopeOf } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { mustBeChannel } from '../channels/channels.ts';
import { channelTarget } from '../channels/stored.ts';
import { invalidField, notFound } from '../errors.ts';
import { idsWithEnd } from '../id-ends.ts';
import type { Inbox } from '../inbox.ts';
import { getMessage } from '../messages/messages.ts';
import type { Message } from '../messages/schema.ts';
import { toTimestamp } from '../time.ts';
import { newDelivery } from './outbox.ts';
import { eventOfTest } from './payloads.ts';
import type { Delivery, ListDeliveries } from './schema.ts';
import { countUnsettled, insertDelivery, listDeliveryRows, retryFailed } from './table.ts';

/** Lists the webhook deliveries, newest first. */
export async function listDeliveries(
  inbox: Inbox,
  caller: Caller,
  list: ListDeliveries,
): Promise<Delivery[]> {
  mustBeHuman(caller);
  const db = inbox.store.read;
  const scope = scopeOf(caller, list.channel);
  if (list.idEnd === undefined) return listDeliveryRows(db, scope, list);
  const ids = await idsWithEnd(db, 'deliveries', { ...list, scope, end: list.idEnd });
  return listDeliveryRows(db, scope, { ...list, ids });
}

/** Counts the deliveries that are neither delivered nor given up. */
export const countPending = ({ store }: Inbox): Promise<number> => countUnsettled(store.read);

export async function getDelivery(inbox: Inbox, caller: Caller, id: string): Promise<Delivery> {
  mustBeHuman(caller);
  const [delivery] = await listDeliveryRows(inbox.store.read, scopeOf(caller), { ids: [id] });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}

/** Sends a message's failed deliveries again immediately, with exactly the same body. */
export async function retryDeliveries(inbox: Inbox, caller: Caller, id: string): Promise<Message> {
  mustBeHuman(caller);
  const message = await getMessage(inbox, caller, id);
  await changeBy(inbox, caller, async (change) => {
    const { emit, caller } = change;
    mustSee(caller, message.channelId, 'Message');
    const retried = await retryFailed(change, id, toTimestamp(inbox.now()));
    if (retried.length === 0) return;
    const { channelId } = message;
    emit('audited', {
      by: caller,
      action: 'delivery.retried',
      subject: { kind: 'message', id, name: null },
      detail: { channelId, deliveries: retried },
    });
    emit('delivery:due', { channelId });
  });
  return message;
}

/** Sends a test to the channel's webhook; the delivery shows the result. */
export async function testWebhook(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<Delivery> {
  mustBeOwner(caller);
  const { id } = await changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const { name } = await mustBeChannel(tx, caller.channels, channelId);
    const target = await channelTarget(tx, channelId);
    if (!target) throw invalidField(['id'], 'This channel has no webhook. Set one first');
    const event = eventOfTest(channelId, toTimestamp(inbox.now()));
    const delivery = newDelivery(inbox, null, target, event);
    await insertDelivery(change, delivery);
    emit('audited', {
      by: caller,
      action: 'webhook.tested',
      subject: { kind: 'channel', id: channelId, name },
      detail: { delivery: delivery.id },
    });
    emit('delivery:due', { channelId });
    return delivery;
  });
  return getDelivery(inbox, caller, id);
}
