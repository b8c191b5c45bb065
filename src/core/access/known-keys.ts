import type { Store } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Bus } from '../bus.ts';
import type { Channels } from './callers.ts';
import { channelsOfKey, keyByHash } from './keys-table.ts';

type Known = { row: Row<'keys'>; channels: Channels };

/**
 * Caches keys that have called, by hash: reading the database after each write costs more than the
 * write.
 */
export type KnownKeys = { byHash: Map<string, Known>; forgotten: number };

export const createKnownKeys = (): KnownKeys => ({ byHash: new Map(), forgotten: 0 });

/**
 * Clears the key cache on every access change. Must be subscribed before the listeners that
 * re-authorize sockets and waits, or they would read stale entries.
 */
export function watchKnownKeys(knownKeys: KnownKeys, bus: Bus): void {
  const forget = () => {
    knownKeys.byHash.clear();
    knownKeys.forgotten++;
  };
  bus.on('access:changed', forget);
  bus.on('agent:deleted', forget);
}

/** Returns the current key, even if revoked or expired; undefined for none. */
export async function findKey(
  { knownKeys, store }: { knownKeys: KnownKeys; store: Store },
  hash: string,
): Promise<Known | undefined> {
  const known = knownKeys.byHash.get(hash);
  if (known) return known;
  const { forgotten } = knownKeys;
  const row = await keyByHash(store.read, hash);
  if (!row) return undefined;
  const found: Known = {
    row,
    channels: row.allChannels ? 'all' : await channelsOfKey(store.read, row.id),
  };
  // A key read before a revocation must not be cached after it.
  if (forgotten === knownKeys.forgotten) knownKeys.byHash.set(hash, found);
  return found;
}
