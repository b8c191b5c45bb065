import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ok } from '../../client/client.ts';
import type { LogIn, SetUp, User } from '../../core/access/schema.ts';
import { useClient } from './api.ts';
import { isUnauthenticated } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** Who is logged in; null for nobody, undefined until that is known. */
export function useSession() {
  const client = useClient();
  return useQuery<User | null>({
    queryKey: queryKeys.session,
    queryFn: () =>
      ok(client.auth.session.get()).catch((error) => {
        if (isUnauthenticated(error)) return null;
        throw error;
      }),
  });
}

/** Whose pages these are: until the last of them is gone, also when the session has ended. */
export const Me = createContext<User | null>(null);

/** The person who is logged in, inside the pages that only they see. */
export function useMe(): User {
  const me = useContext(Me);
  if (!me) throw new Error('Not logged in');
  return me;
}

export function useLogIn() {
  const client = useClient();
  const begin = useBegin();
  return useMutation({
    mutationFn: (input: LogIn) => ok(client.auth.login.post(input)),
    onSuccess: begin,
  });
}

export function useSetUp() {
  const client = useClient();
  const begin = useBegin();
  return useMutation({
    mutationFn: (input: SetUp) => ok(client.auth.setup.post(input)),
    onSuccess: begin,
  });
}

/** @param before what is to be done before the pages of the person are gone */
export function useLogOut(before: () => void) {
  const client = useClient();
  const begin = useBegin();
  return useMutation({
    mutationFn: () => ok(client.auth.logout.post()),
    onSuccess: () => {
      before();
      begin(null);
    },
  });
}

/** What one person saw is not shown to the next. */
function useBegin() {
  const queryClient = useQueryClient();
  return (user: User | null) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    queryClient.removeQueries({ queryKey: queryKeys.asking });
    queryClient.setQueryData(queryKeys.session, user);
  };
}
