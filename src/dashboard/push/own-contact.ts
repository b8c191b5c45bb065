/** The contact that this browser is among those of its user. */

import type { Contact, CreateContact } from '../../core/notify/schema.ts';
import type { PushSubscription as PushAddress } from '../../ways/webpush/schema.ts';

/** By what the inbox shows of an address: the last four characters of the endpoint. */
export const ownContact = (
  contacts: readonly Contact[],
  endpoint: string | null,
): Contact | undefined =>
  contacts.find(({ kind, address }) => kind === 'webpush' && endpoint?.endsWith(address.slice(1)));

type Rules = Pick<Contact, 'name' | 'answers' | 'shows' | 'from' | 'delaySeconds'>;

export const webPushContact = (
  { name, answers, shows, from, delaySeconds }: Rules,
  address: PushAddress,
): CreateContact => ({
  kind: 'webpush',
  name,
  answers,
  shows,
  from,
  address,
  ...(delaySeconds === null ? {} : { delaySeconds }),
});

/** How contacts are read and changed: by a page, or by the service worker. */
export type ContactCalls = {
  list: () => Promise<Contact[]>;
  add: (contact: CreateContact) => Promise<Contact>;
  remove: (id: string) => Promise<unknown>;
};

/** The contact with an earlier endpoint gets the present subscription, with the same rules. */
export async function moveContact(
  { list, add, remove }: ContactCalls,
  endpoint: string,
  subscribed: () => Promise<PushAddress>,
): Promise<void> {
  const contact = ownContact(await list(), endpoint);
  if (!contact) return;
  const added = await add(webPushContact(contact, await subscribed()));
  if (added.id !== contact.id) await remove(contact.id);
}
