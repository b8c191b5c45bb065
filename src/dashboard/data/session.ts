import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { type Client, ok, okWithHeaders } from '../../client/client.ts';
import type { Place } from '../../client/follow/connection.ts';
import { placeReached } from '../../client/place.ts';
import type { CurrentUser, LogIn, SetUp } from '../../core/access/schema.ts';
import { useClient } from './api.ts';
import { isUnauthenticated, loseSession } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** The logged-in user; null for none, undefined until loaded. */
export function useSession() {
  return useQuery(sessionOf(useClient(), useQueryClient()));
}

const sessionOf = (client: Client, queryClient: QueryClient) =>
  queryOptions<CurrentUser | null>({
    queryKey: queryKeys.session,
    queryFn: async () => {
      try {
        const { data, headers } = await okWithHeaders(client.auth.session.get());
        queryClient.setQueryData(queryKeys.place, placeReached(headers));
        return data;
      } catch (error) {
        if (!isUnauthenticated(error)) throw error;
        loseSession(queryClient);
        return null;
      }
    },
  });

/** Returns the position in the log from which to follow, and drops what was read before it. */
export function usePlace(): Place {
  const queryClient = useQueryClient();
  const [place] = useState((): Place => {
    forgetAll(queryClient);
    return queryClient.getQueryData<Place>(queryKeys.place) ?? { after: 'now' };
  });
  return place;
}

/** The user of these pages, until the last is closed, even if the session has ended. */
export const Me = createContext<CurrentUser | null>(null);

/** The logged-in user, within pages that only they see. */
export function useMe(): CurrentUser {
  const me = useContext(Me);
  if (!me) throw new Error('Not logged in');
  return me;
}

export function useLogIn() {
  const client = useClient();
  const begin = useBegin();
  return useMutation({
    mutationFn: (input: LogIn) => ok(client.auth.login.post(input)).then(begin),
  });
}

export function useSetUp() {
  const client = useClient();
  const begin = useBegin();
  return useMutation({
    mutationFn: (input: SetUp) => ok(client.auth.setup.post(input)).then(begin),
  });
}

/**
 * @param before called before the pages of the user are closed
 */
export function useLogOut(before: () => void) {
  const client = useClient();
  const end = useEnd();
  return useMutation({
    mutationFn: () => ok(client.auth.logout.post()),
    onSuccess: () => {
      before();
      end();
    },
  });
}

/** Loads the user of a session that has begun. */
export function useBegin() {
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    queryClient.removeQueries({ queryKey: queryKeys.asking });
    await queryClient.fetchQuery({ ...sessionOf(client, queryClient), staleTime: 0 });
  };
}

function useEnd() {
  const queryClient = useQueryClient();
  return () => {
    forgetAll(queryClient);
    queryClient.setQueryData(queryKeys.asking, null);
    queryClient.setQueryData(queryKeys.session, null);
  };
}

/** The next user must not see the previous one's data. */
const forgetAll = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
