/** The hash chain: an entry can't be changed, removed or slipped in without breaking all that follow. */
import { digestOf } from '../canonical.ts';
import type { AuditEntry } from './schema.ts';

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64);

/** Where a chain begins: at the first entry ever, or after the last one that was pruned. */
export type Anchor = { seq: number; hash: string };
export const START: Anchor = { seq: 0, hash: GENESIS };

export const hashOf = ({ hash: _, ...entry }: Omit<AuditEntry, 'hash'> & { hash?: string }) =>
  digestOf(entry);

/** What is wrong with an entry that should follow `before`; null if it fits. */
export function faultOf(entry: AuditEntry, before: Anchor): string | null {
  if (entry.seq !== before.seq + 1) return `entry ${before.seq + 1} is missing`;
  if (entry.previous !== before.hash)
    return `entry ${entry.seq} does not follow the previous entry`;
  if (entry.hash !== hashOf(entry)) return `entry ${entry.seq} was changed`;
  return null;
}
