/** Changes that come while something is read: its answer may be older than they are. */
import type { Query, QueryClient } from '@tanstack/react-query';

type Change = (to: QueryClient) => void;

const changesOf = new WeakMap<QueryClient, Change[]>();

/** Changes what was read, and once more each answer that is on its way, as soon as it is there. */
export function change(client: QueryClient, make: Change): void {
  make(client);
  if (client.isFetching() > 0) changesOf.get(client)?.push(make);
}

/**
 * Keeps the answers of the server as true as what is heard: what was changed while one was on its
 * way is changed in it too, and one that was called untrue meanwhile is read again.
 */
export function keepTrue(client: QueryClient): void {
  const changes: Change[] = [];
  /** Of each query that is read: how many changes there had been when that began. */
  const begun = new Map<Query, number>();
  const untrue = new Set<Query>();
  changesOf.set(client, changes);

  const land = (query: Query, from: number) => {
    for (const make of changes.slice(from)) make(client);
    if (!untrue.delete(query)) return;
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };

  client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === 'updated' && query.state.fetchStatus !== 'idle') {
      if (!begun.has(query)) begun.set(query, changes.length);
      // Where there are data that somebody sees, the reading is begun anew by itself.
      const isBegunAnew = query.state.data !== undefined && query.isActive();
      if (event.action.type === 'invalidate' && !isBegunAnew) untrue.add(query);
      return;
    }
    const from = begun.get(query);
    if (from === undefined || (type !== 'updated' && type !== 'removed')) return;
    begun.delete(query);
    if (type === 'updated' && event.action.type === 'success') land(query, from);
    else untrue.delete(query);
    if (begun.size === 0) changes.length = 0;
  });
}
