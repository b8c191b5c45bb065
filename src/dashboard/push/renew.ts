/** Keeps the contact of this browser on its subscription, which may change. */
import { type Client, ok } from '../../client/client.ts';
import { ownContacts } from '../../client/contacts.ts';
import type { Contact, CreateContact } from '../../core/notify/schema.ts';
import type { PushKey } from '../../ways/webpush/schema.ts';
import { keep, keptKey, readKept } from '../data/kept.ts';
import { addressOf } from './address.ts';
import { type ContactCalls, moveContact } from './own-contact.ts';
import { findSubscription, hasKey, subscribeAgain } from './subscription.ts';

const keyOf = (userId: string) => keptKey(userId, 'push');

/** Stores the endpoint that is a contact now: the browser may replace it while the inbox is closed. */
export const keepEndpoint = (userId: string, endpoint: string | null) =>
  keep(keyOf(userId), endpoint);

/**
 * Subscribes again if the key of the inbox has changed, as after a restore of another backup, and
 * moves the contact to a subscription that the browser has replaced.
 */
export async function renewSubscription(client: Client, userId: string): Promise<void> {
  const current = await findSubscription();
  if (!current || Notification.permission !== 'granted') return;
  const known = readKept<string>(keyOf(userId)) ?? current.endpoint;
  const { key } = await ok<PushKey>(client.push.key.get());
  if (!hasKey(current, key)) await moveContact(callsOf(client), known, () => subscribeAgain(key));
  else if (known !== current.endpoint) {
    await moveContact(callsOf(client), known, async () => addressOf(current));
  }
  keepEndpoint(userId, (await findSubscription())?.endpoint ?? null);
}

const callsOf = (client: Client): ContactCalls => ({
  list: () => ownContacts(client),
  add: (contact: CreateContact) => ok<Contact>(client.contacts.post(contact)),
  remove: (id) => ok(client.contacts({ id }).delete()),
});
