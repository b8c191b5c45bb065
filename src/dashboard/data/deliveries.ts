import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import type { Delivery } from '../../core/webhooks/schema.ts';
import { useClient } from './api.ts';
import { type DeliveryFilter, queryKeys } from './query-keys.ts';
import { invalidate } from './readings.ts';
import { useRowPages } from './row-pages.ts';
import { useSave } from './save.ts';

const PAGE = 30;
/** A second attempt that fails like the first emits no event. */
const LOOK_AGAIN_MS = 2000;
const LONGEST_MS = 60_000;
const TEST_LOOK_MS = 250;

/** The webhook deliveries, newest first, in pages. */
export function useDeliveries(filter: DeliveryFilter) {
  const client = useClient();
  return useRowPages({
    queryKey: queryKeys.deliveries(filter),
    size: PAGE,
    read: (id) => {
      const before = id === null ? {} : { before: id };
      return ok(client.deliveries.get({ query: { ...filter, ...before, limit: PAGE } }));
    },
    placeOf: ({ id }) => id,
    // There is no listener while none are shown.
    staleTime: 0,
    refetchInterval: ({ state }) => untilDueMs(state.data),
  });
}

/** Returns the time until one is due, at most a minute; false if none is. */
function untilDueMs(data: InfiniteData<Delivery[]> | undefined): number | false {
  const pending = data?.pages.flat().filter(({ status }) => status === 'pending') ?? [];
  const due = pending.map((one) => Date.parse(one.nextAttemptAt ?? one.createdAt) - serverNow());
  if (due.length === 0) return false;
  return Math.min(LONGEST_MS, Math.max(LOOK_AGAIN_MS, Math.min(...due)));
}

/** One delivery, polled until it has succeeded or failed. */
export function useDelivery(id: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useQuery<Delivery>({
    queryKey: queryKeys.delivery(id),
    queryFn: async () => {
      const delivery = await ok(client.deliveries({ id }).get());
      // The health of the channel's URL has changed with it.
      if (delivery.status !== 'pending') void invalidate(queryClient, { predicate: isOfWebhooks });
      return delivery;
    },
    refetchInterval: ({ state }) =>
      state.error === null && state.data?.status !== 'delivered' && state.data?.status !== 'failed'
        ? TEST_LOOK_MS
        : false,
  });
}

const isOfWebhooks = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  name === 'webhook' || name === 'deliveries';

/** Sends a message's failed deliveries again immediately. */
export function useRetry() {
  const client = useClient();
  return useSave((messageId: string) => ok(client.messages({ id: messageId }).retry.post()), {
    changes: [['deliveries']],
    said: 'Retry queued',
  });
}
