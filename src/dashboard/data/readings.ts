/** Readings that are under way: their answers may be older than what has happened since. */
import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Called as a reading of a query begins; the result is called at its end. */
type Watch = (query: Query) => (isAnswered: boolean) => void;
type Readings = { ends: Map<Query, (isAnswered: boolean) => void>; outdated: Set<Query> };

const readingsOf = new WeakMap<QueryClient, Readings>();

/** Follows what a client reads, from before its first reading on. */
export function watchReadings(client: QueryClient, watch: Watch): void {
  const ends: Readings['ends'] = new Map();
  const outdated = new Set<Query>();
  readingsOf.set(client, { ends, outdated });
  const end = (query: Query, isAnswered: boolean) => {
    const watched = ends.get(query);
    // First: what it changes is an update of the query, too.
    ends.delete(query);
    watched?.(isAnswered);
  };
  client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type !== 'updated' && type !== 'removed') return;
    if (type === 'updated' && query.state.fetchStatus !== 'idle') {
      if (event.action.type !== 'fetch') return;
      // One more page takes the place of a reading of all, which is made up for.
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

/** Reads again what is shown of these; one whose answer is on its way is read once more after it. */
export function invalidate(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const { ends, outdated } = readingsOf.get(client) ?? {};
  for (const query of client.getQueryCache().findAll(filters)) {
    // Where there is data that somebody sees, the library begins the reading again.
    const isBegunAgain = query.state.data !== undefined && query.isActive() && !isPaging(query);
    if (ends?.has(query) && !isBegunAgain) outdated?.add(query);
  }
  // A page that somebody asked for comes first: it would be given up.
  const { predicate = () => true } = filters;
  const isFree = (query: Query) => !isPaging(query) && predicate(query);
  return client.invalidateQueries({ ...filters, predicate: isFree });
}

/** While one more page is read, which joins those that are there. */
const isPaging = ({ state: { fetchStatus, fetchMeta } }: Query) =>
  fetchStatus !== 'idle' && fetchMeta?.fetchMore !== undefined;
