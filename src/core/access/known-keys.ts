import type { Row } from '../../storage/tables.ts';
import type { Bus } from '../bus.ts';
import type { Channels } from './callers.ts';

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
