/** Fetches in flight: their responses may predate recent events. */
import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Called when a query starts fetching; the result is called at its end. */
type Watch = (query: Query) => (isAnswered: boolean) => void;
type Readings = { ends: Map<Query, (isAnswered: boolean) => void>; outdated: Set<Query> };

const readingsOf = new WeakMap<QueryClient, Readings>();

/** Tracks what a client fetches, from its first fetch. */
export function watchReadings(client: QueryClient, watch: Watch): void {
  const ends: Readings['ends'] = new Map();
  const outdated = new Set<Query>();
  readingsOf.set(client, { ends, outdated });
  const end = (query: Query, isAnswered: boolean) => {
    const watched = ends.get(query);
    // First: its changes are an update of the query too.
    ends.delete(query);
    watched?.(isAnswered);
  };
  client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type !== 'updated' && type !== 'removed') return;
    if (type === 'updated' && query.state.fetchStatus !== 'idle') {
      if (event.action.type !== 'fetch') return;
      // Loading one more page replaces a full refetch, which is made up for afterwards.
      if (ends.has(query) && isPaging(query)) outdated.add(query);
      end(query, false);
      ends.set(query, watch(query));
      return;
    }
    if (!ends.has(query)) return;
    const isOutdated = outdated.delete(query);
    end(query, type === 'updated' && event.action.type === 'success');
    if (type === 'removed' || !isOutdated) return;
    void invalidate(client, { queryKey: query.queryKey, exact: true });
  });
}

/** Refetches active queries; one that is in flight is refetched after its response. */
export function invalidate(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const { ends, outdated } = readingsOf.get(client) ?? {};
  for (const query of client.getQueryCache().findAll(filters)) {
    // If there is data on screen, the library restarts the fetch.
    const isBegunAgain = query.state.data !== undefined && query.isActive() && !isPaging(query);
    if (ends?.has(query) && !isBegunAgain) outdated?.add(query);
  }
  // A requested page comes first: a refetch would cancel it.
  const { predicate = () => true } = filters;
  const isFree = (query: Query) => !isPaging(query) && predicate(query);
  return client.invalidateQueries({ ...filters, predicate: isFree });
}

/** While one more page is loaded, which is appended to the others. */
const isPaging = ({ state: { fetchStatus, fetchMeta } }: Query) =>
  fetchStatus !== 'idle' && fetchMeta?.fetchMore !== undefined;
