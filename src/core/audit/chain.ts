/** The hash chain: no entry can be changed, removed or inserted without breaking every later one. */
import { digestOf } from '../canonical.ts';
import type { AuditEntry } from './schema.ts';

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64);

/** Where a chain starts: at the very first entry, or after the last pruned one. */
export type Anchor = { seq: number; hash: string };
export const START: Anchor = { seq: 0, hash: GENESIS };

export const hashOf = ({ hash: _, ...entry }: Omit<AuditEntry, 'hash'> & { hash?: string }) =>
  digestOf(entry);

/** Returns the fault of an entry that should follow `before`; null if valid. */
export function faultOf(entry: AuditEntry, before: Anchor): string | null {
  if (entry.seq !== before.seq + 1) return `entry ${before.seq + 1} is missing`;
  if (entry.previous !== before.hash)
    return `entry ${entry.seq} does not follow the previous entry`;
  if (entry.hash !== hashOf(entry)) return `entry ${entry.seq} was changed`;
  return null;
}
