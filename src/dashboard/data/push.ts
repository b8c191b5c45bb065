/** Push notifications of this browser. */
import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { Contact } from '../../core/notify/schema.ts';
import type { PushKey } from '../../ways/webpush/schema.ts';
import { ownContact, webPushContact } from '../push/own-contact.ts';
import { keepEndpoint } from '../push/renew.ts';
import { findSubscription, subscribe, unsubscribe } from '../push/subscription.ts';
import { deviceName, pushSupport, type Support } from '../push/support.ts';
import { useClient } from './api.ts';
import { useContacts } from './contacts.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';
import { useMe } from './session.ts';

type Own = {
  support: Support;
  /** Null for none. */
  endpoint: string | null;
  /** Null if push is off. */
  key: string | null;
  /** The setting that the owner lacks for push. */
  offBecause: string | null;
};

export type ThisDevice =
  | { is: Exclude<Support, 'ready'> }
  | { is: 'unset'; why: string }
  | { is: 'off'; key: string; ended: Contact | null }
  | { is: 'on'; contact: Contact };

/** This browser as a contact; undefined until known. */
export function useThisDevice(): ThisDevice | undefined {
  const client = useClient();
  const { data: contacts } = useContacts();
  const { data } = useQuery<Own>({
    queryKey: queryKeys.thisDevice,
    queryFn: async () => {
      const support = pushSupport();
      if (support !== 'ready') return { support, endpoint: null, key: null, offBecause: null };
      const endpoint = (await findSubscription())?.endpoint ?? null;
      const known = await keyOf(() => ok<PushKey>(client.push.key.get()));
      return { support, endpoint, ...known };
    },
    // The person may have changed what the browser allows.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (!data) return undefined;
  const { support, endpoint, key, offBecause } = data;
  if (support !== 'ready') return { is: support };
  if (key === null) return { is: 'unset', why: offBecause ?? '' };
  if (!contacts) return undefined;
  const contact = ownContact(contacts, endpoint);
  if (contact && contact.disabledAt === null) return { is: 'on', contact };
  return { is: 'off', key, ended: contact ?? null };
}

async function keyOf(read: () => Promise<PushKey>): Promise<Pick<Own, 'key' | 'offBecause'>> {
  try {
    return { key: (await read()).key, offBecause: null };
  } catch (error) {
    if (!(error instanceof InboxError) || error.code !== 'conflict') throw error;
    return { key: null, offBecause: error.message };
  }
}

const changes = [queryKeys.contacts, queryKeys.thisDevice];

type Off = Extract<ThisDevice, { is: 'off' }>;

const rules = () =>
  ({ name: deviceName(), answers: true, shows: 'all', from: 'low', delaySeconds: null }) as const;

export function useTurnOn() {
  const client = useClient();
  const { id: userId } = useMe();
  const turnOn = async ({ key, ended }: Off): Promise<Contact> => {
    // Its push service may have ended the subscription, which the browser does not learn.
    if (ended) await Promise.all([unsubscribe(), ok(client.contacts({ id: ended.id }).delete())]);
    const address = await subscribe(key);
    const added = await ok<Contact>(
      client.contacts.post(webPushContact(ended ?? rules(), address)),
    );
    keepEndpoint(userId, address.endpoint);
    return added;
  };
  return useSave(turnOn, { changes });
}

export function useTurnOff() {
  const client = useClient();
  const turnOff = async ({ id }: Contact): Promise<void> => {
    await ok(client.contacts({ id }).delete());
    await unsubscribe();
  };
  return useSave(turnOff, { changes, said: 'Notifications turned off on this device' });
}
