import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type {
  CreateKey,
  CreateToken,
  CreateUser,
  Key,
  Token,
  UpdateUser,
  User,
} from '../../core/access/schema.ts';
import type { Machine, NewEnrolment } from '../../core/enrolments/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** The last use of a key or token emits no event. */
const lookAgain = { staleTime: 0, refetchInterval: 30_000 };

/** The API keys, last used first and then newest; for owners. */
export function useApiKeys() {
  const client = useClient();
  return useQuery<Key[]>({
    queryKey: queryKeys.keys,
    queryFn: async () => (await ok(client.keys.get())).toReversed().toSorted(byLastUse),
    ...lookAgain,
  });
}

const byLastUse = (one: Key, other: Key) =>
  (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? '');

export function useRotateKey(id: string) {
  const client = useClient();
  return useSave(
    (input: { oldExpiresAt: string | null }) => ok(client.keys({ id }).rotate.post(input)),
    {
      changes: [queryKeys.keys],
    },
  );
}

export function useCreateKey() {
  const client = useClient();
  return useSave((input: CreateKey) => ok(client.keys.post(input)), { changes: [queryKeys.keys] });
}

export function useRevokeKey() {
  const client = useClient();
  return useSave((id: string) => ok(client.keys({ id }).delete()), {
    changes: [queryKeys.keys],
    said: ({ name }) => `Key ${name} revoked`,
  });
}

/** Tokens, newest first: the person's own, or for owners all. */
export function useTokens(of: 'me' | 'everybody' = 'me') {
  const client = useClient();
  const all = of === 'everybody' ? 'true' : 'false';
  return useQuery<Token[]>({
    queryKey: of === 'me' ? queryKeys.tokens : queryKeys.everybodysTokens,
    queryFn: async () => (await ok(client.tokens.get({ query: { all } }))).toReversed(),
    ...lookAgain,
  });
}

/** The machines that were connected by a code, last asked first and then newest; for owners. */
export function useMachines() {
  const client = useClient();
  return useQuery<Machine[]>({
    queryKey: queryKeys.machines,
    queryFn: async () => (await ok(client.enrolments.get())).toReversed().toSorted(byLastAsk),
    ...lookAgain,
  });
}

const byLastAsk = (one: Machine, other: Machine) =>
  (other.lastAskedAt ?? '').localeCompare(one.lastAskedAt ?? '');

export function useCreateCode() {
  const client = useClient();
  return useSave((input: NewEnrolment) => ok(client.enrolments.post(input)));
}

export function useEndMachine(name: string) {
  const client = useClient();
  return useSave((keyId: string) => ok(client.keys({ id: keyId }).delete()), {
    changes: [queryKeys.machines, queryKeys.keys],
    said: `${name} ended`,
  });
}

export function useCreateToken() {
  const client = useClient();
  return useSave((input: CreateToken) => ok(client.tokens.post(input)), {
    changes: [queryKeys.tokens],
  });
}

export function useRemoveToken() {
  const client = useClient();
  return useSave((id: string) => ok(client.tokens({ id }).delete()), {
    changes: [queryKeys.tokens],
    said: 'Token revoked',
  });
}

/** Owners and reviewers; for owners. */
export function usePeople() {
  const client = useClient();
  return useQuery<User[]>({
    queryKey: queryKeys.people,
    queryFn: () => ok(client.users.get()),
  });
}

export function useAddPerson() {
  const client = useClient();
  return useSave((input: CreateUser) => ok(client.users.post(input)), {
    changes: [queryKeys.people],
    said: ({ name }) => `${name} added`,
  });
}

export function useChangePerson(id: string) {
  const client = useClient();
  return useSave((input: UpdateUser) => ok(client.users({ id }).patch(input)), {
    changes: [queryKeys.people, queryKeys.session],
    said: ({ name }) => `${name} updated`,
  });
}

export function useRemovePerson() {
  const client = useClient();
  const remove = async ({ id, name }: User) => {
    await ok(client.users({ id }).delete());
    return name;
  };
  return useSave(remove, {
    changes: [queryKeys.people],
    said: (name) => `${name} removed`,
  });
}
