import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import { contactsOf, ownContacts } from '../../client/contacts.ts';
import type { CurrentUser } from '../../core/access/schema.ts';
import type {
  BotStates,
  NewPairing,
  PairContact,
  Pairing,
} from '../../core/notify/pairing-schema.ts';
import type {
  Attention,
  Contact,
  ContactOfUser,
  CreateContact,
  NewContact,
  Subscription,
  Test,
  UpdateContact,
} from '../../core/notify/schema.ts';
import { useClient } from './api.ts';
import { keep, keptKey, readKept } from './kept.ts';
import { queryKeys } from './query-keys.ts';
import { invalidate } from './readings.ts';
import { useSave } from './save.ts';

/** No event reports that a notice was sent or failed. */
const LOOK_AGAIN_MS = 30_000;
const TEST_LOOK_MS = 250;
const PAIRING_LOOK_MS = 1000;

const changes = [queryKeys.contacts];

/** The person's own ways to be reached. */
export function useContacts() {
  const client = useClient();
  return useQuery<Contact[]>({
    queryKey: queryKeys.contacts,
    queryFn: () => ownContacts(client),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The contacts of all people, without addresses; for owners. */
export function useEverybodysContacts() {
  const client = useClient();
  return useQuery<ContactOfUser[]>({
    queryKey: queryKeys.everybodysContacts,
    queryFn: () => contactsOf(client, 'everybody'),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Whether answers have ended at a contact since the person last chose "Not now". */
export function hasToAsk({ id, answersEndedAt }: CurrentUser): boolean {
  const putOffAt = readKept<string>(keptKey(id, 'answers-ended'));
  return answersEndedAt !== null && (putOffAt === null || putOffAt < answersEndedAt);
}

export const putOff = ({ id, answersEndedAt }: CurrentUser): void => {
  keep(keptKey(id, 'answers-ended'), answersEndedAt);
};

export function useAddContact() {
  const client = useClient();
  return useSave((input: CreateContact) => ok<NewContact>(client.contacts.post(input)), {
    changes,
  });
}

export function useChangeContact(id: string) {
  const client = useClient();
  return useSave((input: UpdateContact) => ok(client.contacts({ id }).patch(input)), {
    changes,
    said: ({ name }) => `${name} updated`,
  });
}

/** A link that makes a Telegram chat a contact. */
export function useBeginPairing() {
  const client = useClient();
  return useSave((rules: PairContact) => ok<NewPairing>(client.contacts.telegram.post(rules)));
}

/** Polls until the pairing link is opened or expires. */
export function usePairing({ id, expiresAt }: NewPairing) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data, error } = useQuery<Pairing>({
    queryKey: queryKeys.pairing(id),
    queryFn: async () => {
      const seen = await ok<Pairing>(client.contacts.telegram({ id }).get());
      if (seen.contactId !== null) void invalidate(queryClient, { queryKey: queryKeys.contacts });
      return seen;
    },
    refetchInterval: ({ state }) =>
      state.data?.contactId || serverNow() > Date.parse(expiresAt) ? false : PAIRING_LOOK_MS,
  });
  const isOver = data?.contactId === null && serverNow() > Date.parse(expiresAt);
  return { data, error, isOver };
}

/** Which bots can notify people, and why they don't. */
export function useBots() {
  const client = useClient();
  return useQuery<BotStates>({
    queryKey: queryKeys.bots,
    queryFn: () => ok(client.contacts.bots.get()),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Where an app subscribes to a topic that the inbox has made; an error once the contact is confirmed. */
export function useSubscription(id: string) {
  const client = useClient();
  return useQuery<Subscription>({
    queryKey: queryKeys.subscription(id),
    queryFn: () => ok(client.contacts({ id }).subscription.get()),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The contact with another topic, which replaces this one. */
export function useReplaceTopic(id: string) {
  const client = useClient();
  return useSave(() => ok<NewContact>(client.contacts({ id }).subscription.post()), { changes });
}

/** By the code that was sent to it. */
export function useVerifyContact(id: string) {
  const client = useClient();
  const verify = (code: string) => ok<Contact>(client.contacts({ id }).verify.post({ code }));
  return useSave(verify, { changes, said: ({ name }) => `${name} verified` });
}

export function useRemoveContact() {
  const client = useClient();
  const remove = async ({ id, name }: Pick<Contact, 'id' | 'name'>) => {
    await ok(client.contacts({ id }).delete());
    return name;
  };
  return useSave(remove, { changes, said: (name) => `${name} removed` });
}

export function useTestContact(id: string) {
  const client = useClient();
  return useSave(() => ok<Test>(client.contacts({ id }).test.post()));
}

/** A test, looked at until the provider has answered, and the device where `untilReceived`. */
export function useTest(contactId: string, test: string | null, untilReceived: boolean) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useQuery<Test>({
    queryKey: queryKeys.contactTest(contactId, test ?? ''),
    queryFn: async () => {
      const contact = client.contacts({ id: contactId });
      const seen = await ok<Test>(contact.tests({ test: test ?? '' }).get());
      // When the contact was last used, and whether it is failing, has changed with it.
      if (!isUnderWay(seen, false)) void invalidate(queryClient, { queryKey: queryKeys.contacts });
      return seen;
    },
    enabled: test !== null,
    refetchInterval: ({ state: { data, error } }) =>
      error === null && isUnderWay(data, untilReceived) ? TEST_LOOK_MS : false,
  });
}

function isUnderWay(test: Test | undefined, untilReceived: boolean): boolean {
  if (!test || test.status === 'waiting' || test.status === 'sending') return true;
  return untilReceived && test.status === 'accepted' && test.receivedAt === null;
}

/** The person's quiet hours, reminders and time zone. */
export function useAttention() {
  const client = useClient();
  return useQuery<Attention>({
    queryKey: queryKeys.attention,
    queryFn: () => ok(client.attention.get()),
    staleTime: 0,
  });
}

export function useSetAttention() {
  const client = useClient();
  return useSave((input: Attention) => ok(client.attention.put(input)), {
    changes: [queryKeys.attention],
    said: 'Saved',
  });
}
