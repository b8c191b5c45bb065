import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { FileKind } from '../../core/files/kinds.ts';
import type { ListedFile } from '../../core/files/schema.ts';
import { useClient } from '../data/api.ts';
import { queryKeys } from '../data/query-keys.ts';

export type FileFilter = { channel?: string; kind?: FileKind; search?: string };

const PAGE = 50;

/** Files, newest first, in pages. */
export function useFiles(filter: FileFilter) {
  const client = useClient();
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
