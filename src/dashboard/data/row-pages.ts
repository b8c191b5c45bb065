import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';

type Options<Row> = UseInfiniteQueryOptions<
  Row[],
  Error,
  InfiniteData<Row[]>,
  QueryKey,
  string | null
>;
type Paging<Row> = {
  queryKey: QueryKey;
  size: number;
  /** Returns a page of `size` rows, after the end of the previous page. */
  read: (after: string | null) => Promise<Row[]>;
  placeOf: (row: Row) => string;
} & Pick<Partial<Options<Row>>, 'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'>;

/** A list of rows in pages; a short page is the last. */
export function useRowPages<Row>({ size, read, placeOf, ...options }: Paging<Row>) {
  return useInfiniteQuery<Row[], Error, InfiniteData<Row[]>, QueryKey, string | null>({
    ...options,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length < size || last === undefined ? null : placeOf(last);
    },
  });
}
