import type { Contact, ContactOfUser } from '../core/notify/schema.ts';
import { type Client, ok } from './client.ts';

/** The contacts of a user, or of all, for an owner. */
export const contactsOf = async (
  client: Client,
  whose: { user: string } | 'everybody',
): Promise<ContactOfUser[]> => {
  const query = whose === 'everybody' ? ({ all: 'true' } as const) : whose;
  return (await ok(client.contacts.get({ query }))).filter((one) => 'mayAnswer' in one);
};

/** The caller's own contacts; only those of another user have no address. */
export const ownContacts = async (client: Client): Promise<Contact[]> =>
  (await ok(client.contacts.get({ query: {} }))).filter((one) => 'address' in one);
