import { useDebouncedCallback } from '@mantine/hooks';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, ok } from '../../client/client.ts';
import type { AuditPage } from '../../core/audit/schema.ts';
import type { EventName } from '../../core/events.ts';
import { useLiveEvents } from '../live/live.tsx';
import { useClient } from './api.ts';
import { type AuditFilter, queryKeys } from './query-keys.ts';
import { invalidate } from './readings.ts';

const PAGE = 50;
/** A filter with few matches gets short pages: this many are requested in a row. */
const MOST_SHORT = 10;
const GATHER_MS = 1000;
const LOOK_AGAIN_MS = 30_000;
/** After scrolling far back not everything is refetched. */
const MOST_READ_AGAIN = 4;
/** Audit entries have no event, but follow these. */
const relevant: EventName[] = [
  'access:changed',
  'agent:created',
  'agent:updated',
  'agent:deleted',
  'review:responded',
  'review:withdrawn',
  'message:deleted',
];

/** Entries of the audit log, newest first, in pages; for owners. */
export function useAudit(filter: AuditFilter, { enabled = true } = {}) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.audit(filter);
  const readAgain = useDebouncedCallback(() => {
    const read = queryClient.getQueryData<InfiniteData<AuditPage>>(queryKey)?.pages.length ?? 0;
    if (read <= MOST_READ_AGAIN) void invalidate(queryClient, { queryKey });
  }, GATHER_MS);
  useLiveEvents(({ name }) => enabled && relevant.includes(name) && readAgain());
  return useInfiniteQuery<
    AuditPage,
    Error,
    InfiniteData<AuditPage>,
    readonly unknown[],
    string | null
  >({
    queryKey,
    queryFn: ({ pageParam }) => readPage(client, filter, pageParam),
    initialPageParam: null,
    staleTime: 0,
    enabled,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= MOST_READ_AGAIN ? LOOK_AGAIN_MS : false,
  });
}

async function readPage(
  client: Client,
  { action, ...filter }: AuditFilter,
  from: string | null,
): Promise<AuditPage> {
  const narrowed = { ...filter, ...(action ? { action: action.split(',') } : {}) };
  const page: AuditPage = { data: [], titles: {}, emails: {}, nextCursor: from };
  for (let at = 0; at < MOST_SHORT; at++) {
    const cursor = page.nextCursor === null ? {} : { cursor: page.nextCursor };
    const query = { order: 'newest' as const, ...narrowed, ...cursor, limit: PAGE };
    const read: AuditPage = await ok(client.audit.get({ query }));
    page.data.push(...read.data);
    Object.assign(page.titles, read.titles);
    Object.assign(page.emails, read.emails);
    page.nextCursor = read.nextCursor;
    if (read.nextCursor === null || page.data.length >= PAGE) break;
  }
  return page;
}
