/** Changes that come while something is read: its answer may be older than they are. */
import {
  hashKey,
  type InvalidateQueryFilters,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** What was read: all of it, or the one answer that has just come. */
export type Read = {
  /** Changes each that is there and whose key begins so. */
  each: <T>(queryKey: QueryKey, to: (data: T, key: QueryKey) => T) => void;
  put: <T>(queryKey: QueryKey, to: (held: T | undefined) => T) => void;
  remove: (queryKey: QueryKey) => void;
};
type Change = (read: Read) => void;
type Meanwhile = {
  changes: Change[];
  /** Of each query that is read: how many changes there had been when that began. */
  begun: Map<Query, number>;
  untrue: Set<Query>;
};

const meanwhiles = new WeakMap<QueryClient, Meanwhile>();

/** Changes what was read, and each answer that is on its way as soon as it is there. */
export function change(client: QueryClient, make: Change): void {
  make(readOf(client));
  const { begun, changes } = meanwhileOf(client);
  if (begun.size > 0) changes.push(make);
}

/** Reads again what is shown of these; an answer that is on its way may be older, and is read once more. */
export function invalidate(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const { begun, untrue } = meanwhileOf(client);
  for (const query of client.getQueryCache().findAll(filters)) {
    // Where there are data that somebody sees, the reading is begun anew by itself.
    const isBegunAnew = query.state.data !== undefined && query.isActive() && !isPaging(query);
    if (begun.has(query) && !isBegunAnew) untrue.add(query);
  }
  // A page that somebody called for comes first: it would be given up.
  const { predicate = () => true } = filters;
  const isFree = (query: Query) => !isPaging(query) && predicate(query);
  return client.invalidateQueries({ ...filters, predicate: isFree });
}

/** While one more page is read, to stand beside those that are there. */
const isPaging = ({ state: { fetchStatus, fetchMeta } }: Query) =>
  fetchStatus !== 'idle' && fetchMeta?.fetchMore !== undefined;

function meanwhileOf(client: QueryClient): Meanwhile {
  const known = meanwhiles.get(client);
  if (known) return known;
  const made: Meanwhile = { changes: [], begun: new Map(), untrue: new Set() };
  meanwhiles.set(client, made);
  return made;
}

/** Follows what is read, from before the first reading on. */
export function keepTrue(client: QueryClient): void {
  const { changes, begun, untrue } = meanwhileOf(client);
  client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type !== 'updated' && type !== 'removed') return;
    if (type === 'updated' && query.state.fetchStatus !== 'idle') {
      if (event.action.type !== 'fetch') return;
      // It takes the place of a reading anew, which is made up for.
      if (begun.has(query) && isPaging(query)) untrue.add(query);
      begun.set(query, changes.length);
      return;
    }
    const from = begun.get(query);
    if (from === undefined) return;
    begun.delete(query);
    const isUntrue = untrue.delete(query);
    if (type === 'updated') {
      const isAnswered = event.action.type === 'success';
      if (isAnswered) for (const make of changes.slice(from)) make(readOf(client, query));
      if (isUntrue) void invalidate(client, { queryKey: query.queryKey, exact: true });
    }
    if (begun.size === 0) changes.length = 0;
  });
}

function readOf(client: QueryClient, only?: Query): Read {
  const predicate = (query: Query) => only === undefined || query === only;
  /** What is to be read anew is so still: a change of what is held makes it no truer. */
  const write = <T>(queryKey: QueryKey, data: T) => {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    const isStale = query?.state.isInvalidated;
    client.setQueryData(queryKey, data);
    if (isStale) query?.invalidate();
  };
  return {
    each<T>(queryKey: QueryKey, to: (data: T, key: QueryKey) => T) {
      for (const [key, data] of client.getQueriesData<T>({ queryKey, predicate })) {
        const next = data === undefined ? undefined : to(data, key);
        if (next !== undefined && next !== data) write(key, next);
      }
    },
    remove: (queryKey) => client.removeQueries({ queryKey, predicate }),
    put(queryKey, to) {
      if (only === undefined || only.queryHash === hashKey(queryKey)) {
        write(queryKey, to(client.getQueryData(queryKey)));
      }
    },
  };
}
