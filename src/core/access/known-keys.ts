import type { Store, Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Bus } from '../bus.ts';
import type { Channels } from './callers.ts';
import { channelsOfKey, keyByHash } from './keys-table.ts';

export type KnownKey = { row: Row<'keys'>; channels: Channels };

/**
 * Caches keys that have called, by hash: reading the database after each write costs more than the
 * write.
 */
export type KnownKeys = { byHash: Map<string, KnownKey>; forgotten: number };

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
): Promise<KnownKey | undefined> {
  const known = knownKeys.byHash.get(hash);
  if (known) return known;
  const { forgotten } = knownKeys;
  const found = await readKey(store.read, hash);
  // A key read before a revocation must not be cached after it.
  if (found && forgotten === knownKeys.forgotten) knownKeys.byHash.set(hash, found);
  return found;
}

/** Reads a key past the cache, as it is within a change. */
export async function readKey(db: Tx, hash: string): Promise<KnownKey | undefined> {
  const row = await keyByHash(db, hash);
  return row && { row, channels: row.allChannels ? 'all' : await channelsOfKey(db, row.id) };
}
