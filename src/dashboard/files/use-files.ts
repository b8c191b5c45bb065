import { keepPreviousData } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { FileKind } from '../../core/files/kinds.ts';
import { useClient } from '../data/api.ts';
import { queryKeys } from '../data/query-keys.ts';
import { useRowPages } from '../data/row-pages.ts';

export type FileFilter = { channel?: string; kind?: FileKind; search?: string };

const PAGE = 50;

/** Files, newest first, in pages. */
export function useFiles(filter: FileFilter) {
  const client = useClient();
  return useRowPages({
    queryKey: queryKeys.files(filter),
    size: PAGE,
    read: (id) => {
      const before = id === null ? {} : { before: id };
      return ok(client.files.get({ query: { ...filter, ...before, limit: PAGE } }));
    },
    placeOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}
