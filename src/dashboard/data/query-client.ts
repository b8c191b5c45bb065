import { MutationCache, QueryCache, QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { InboxError } from '../../core/errors.ts';
import { isLongNumber } from '../../core/json.ts';
import { queryKeys } from './query-keys.ts';
import { keepUpToDate } from './replica.ts';

/** Creates the query cache. Live events keep it current, so that nothing is fetched twice. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) loseSession(queryClient);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: shared,
        retry: (failures, error) => failures < 3 && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  keepUpToDate(queryClient);
  return queryClient;
}

/** The session has ended, but not by the person, who is asked to log in again. */
export function loseSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(queryKeys.session)) {
    queryClient.setQueryData<string[] | null>(queryKeys.asking, (unsent) => unsent ?? []);
  }
  queryClient.setQueryData(queryKeys.session, null);
}

/** Keeps what is equal, so that it is not drawn again; the library would copy a long number as an object. */
const shared = (before: unknown, now: unknown): unknown =>
  holdsLong(now) ? now : replaceEqualDeep(before, now);

const holdsLong = (value: unknown): boolean =>
  isLongNumber(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsLong));

export const isUnauthenticated = (error: unknown) =>
  error instanceof InboxError && error.code === 'unauthenticated';

/** Deleted, or not visible to this person. */
export const isNotFound = (error: unknown) =>
  error instanceof InboxError && error.code === 'not_found';

const isPassing = (error: unknown) =>
  !(error instanceof InboxError) || error.code === 'unavailable' || error.code === 'rate_limited';
