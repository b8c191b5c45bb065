import type { Due, Search } from '../core/outgoing/due.ts';
import type { Outcome } from '../core/outgoing/outcome.ts';
import type { LaneSizes } from './lanes.ts';

/** Something that a worker sends, stored with the time when it is due. */
export type Queue<Item extends { id: string }, Ended extends Outcome = Outcome> = {
  /** The name of the items, for the log. */
  name: string;
  lanes: LaneSizes;
  /** Whether an outcome shows that the receiver works, which allows its lane more items at a time. */
  isWell: (outcome: Ended) => boolean;
  /**
   * Calls the listener whenever an item is due at a time, which may have passed, in milliseconds since
   * 1970, unless its attempt just ended; returns the function that ends that.
   */
  onDue: (listener: (atMs: number) => void) => () => void;
  /** How long a claim holds: longer than any attempt takes. */
  leaseMs: number;
  /** Makes items due again whose leases have ended by a time, unless this worker is sending them. */
  takeBack: (atMs: number, isUnderWay: (id: string) => boolean) => Promise<void>;
  /** Finds due items in lanes that are not busy, the longest due first; fewer than the limit are all. */
  findDue: (search: Search) => Promise<Due[]>;
  /** Claims and returns the items that are still due; nobody else gets them until they are settled, or the lease ends. */
  claim: (ids: string[]) => Promise<Item[]>;
  /** Returns when the first item after a time is due, or a lease ends, or null. Both in milliseconds since 1970. */
  nextDueAt: (afterMs: number) => Promise<number | null>;
  /** Never throws; the signal aborts it. */
  send: (item: Item, signal: AbortSignal) => Promise<Ended>;
  /** Stores the outcome of an attempt, and when the next one is due. */
  settle: (item: Item, outcome: Ended) => Promise<void>;
  /** Ends the leases of items that were claimed and not settled. */
  release: (ids: string[]) => Promise<void>;
};
