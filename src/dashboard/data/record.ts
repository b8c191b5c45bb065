import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { ReviewRecord } from '../../core/reviews/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Notifying an agent emits no event: the record is polled for this long. */
const LOOK_AGAIN_MS = 3000;

/** The record of a decision besides the answer. */
export function useRecord(id: string) {
  const client = useClient();
  return useQuery<ReviewRecord>({
    queryKey: queryKeys.record(id),
    queryFn: () => ok(client.reviews({ id }).record.get()),
    refetchInterval: ({ state }) => (state.data?.told === null ? LOOK_AGAIN_MS : false),
  });
}
