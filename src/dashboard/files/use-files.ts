import { useDebouncedCallback } from '@mantine/hooks';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { FileKind } from '../../core/files/kinds.ts';
import type { ListedFile } from '../../core/files/schema.ts';
import { useClient } from '../data/api.ts';
import { invalidate } from '../data/heard.ts';
import { queryKeys } from '../data/query-keys.ts';
import { useLiveEvents } from '../live/live.tsx';

export type FileFilter = { channel?: string; kind?: FileKind; search?: string };

const PAGE = 50;
const GATHER_MS = 200;

/** Files, newest first, in pages; kept true while they are shown. */
export function useFiles(filter: FileFilter) {
  const client = useClient();
  const queryClient = useQueryClient();
  const readAgain = useDebouncedCallback(
    () => void invalidate(queryClient, { queryKey: queryKeys.files() }),
    GATHER_MS,
  );
  useLiveEvents(
    (name) => (name === 'message:created' || name === 'message:deleted') && readAgain(),
  );
  return useInfiniteQuery<
    ListedFile[],
    Error,
    InfiniteData<ListedFile[]>,
    readonly unknown[],
    string | null
  >({
    queryKey: queryKeys.files(filter),
    queryFn: ({ pageParam }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return ok(client.files.get({ query: { ...filter, ...before, limit: PAGE } }));
    },
    initialPageParam: null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.id ?? null)),
    placeholderData: keepPreviousData,
  });
}
