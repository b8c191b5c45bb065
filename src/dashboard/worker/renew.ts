/** Renews the contact when the browser replaces its subscription while the inbox is closed. */
import type { Contact } from '../../core/notify/schema.ts';
import { addressOf } from '../push/address.ts';
import { type ContactCalls, moveContact } from '../push/own-contact.ts';
import type { Resubscribed } from './scope.ts';

/** Without a login, the contact is moved when the inbox is opened. */
export async function renewed(
  { scope, pushManager }: ServiceWorkerRegistration,
  { oldSubscription, newSubscription }: Resubscribed,
): Promise<void> {
  if (!oldSubscription) return;
  const { endpoint, options } = oldSubscription;
  await moveContact(callsAt(scope), endpoint, async () => {
    const { applicationServerKey } = options;
    const made = newSubscription ?? (await pushManager.getSubscription());
    if (made) return addressOf(made);
    return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  }).catch(() => {});
}

function callsAt(scope: string): ContactCalls {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${scope}api/v1/contacts${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json() as Promise<T>;
  }
  return {
    list: () => call<Contact[]>('GET', ''),
    add: (contact) => call<Contact>('POST', '', contact),
    remove: (id) => call('DELETE', `/${id}`),
  };
}
