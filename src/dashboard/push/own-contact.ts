/** What this browser is among the contacts of its user. */
import { type Client, ok } from '../../client/client.ts';
import type { PushKey } from '../../core/push/schema.ts';
import type { Contact, CreateContact } from '../../core/reach/schema.ts';
import { findSubscription, hasKey, subscribeAgain } from './subscription.ts';

/** By what the inbox shows of an address: the last four characters of the endpoint. */
export const ownContact = (
  contacts: readonly Contact[],
  endpoint: string | null,
): Contact | undefined =>
  contacts.find(({ kind, address }) => kind === 'webpush' && endpoint?.endsWith(address.slice(1)));

type Use = Pick<CreateContact, 'answers' | 'shows' | 'from'> & Pick<Contact, 'name'>;

export const addOwnContact = (
  client: Client,
  { name, answers, shows, from }: Use,
  address: CreateContact['address'],
): Promise<Contact> =>
  ok<Contact>(client.contacts.post({ kind: 'webpush', name, answers, shows, from, address }));

/** Subscribes again if the key of the inbox has changed, as after a restore of another backup. */
export async function renewSubscription(client: Client): Promise<void> {
  const before = await findSubscription();
  if (!before || Notification.permission !== 'granted') return;
  const { key } = await ok<PushKey>(client.push.key.get());
  if (hasKey(before, key)) return;
  const contacts = await ok<Contact[]>(client.contacts.get());
  const contact = ownContact(contacts, before.endpoint);
  if (!contact) return;
  const added = await addOwnContact(client, contact, await subscribeAgain(key));
  if (added.id !== contact.id) await ok(client.contacts({ id: contact.id }).delete());
}
