import type { Contact } from '../core/reach/schema.ts';
import { type Client, ok } from './client.ts';

/** The caller's own contacts; only those of another user have no address. */
export const ownContacts = async (client: Client): Promise<Contact[]> =>
  (await ok(client.contacts.get({ query: {} }))).filter((one) => 'address' in one);
