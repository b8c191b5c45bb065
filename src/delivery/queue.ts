import type { Outcome } from '../core/outgoing/outcome.ts';

/** What is due; its lane limits how many are sent at the same time. */
export type Due = { id: string; lane: string };

export type Search = { atMs: number; limit: number; isBusy: (lane: string) => boolean };

/** Something that a worker sends, stored with the time when it is due. */
export type Queue<Item extends { id: string }> = {
  /** For the log: what the items are called. */
  name: string;
  /** Calls the listener whenever something becomes due; returns what ends that. */
  onDue: (listener: () => void) => () => void;
  /** Makes due again what a worker that ended had claimed. */
  requeueClaimed: () => Promise<void>;
  /** What is due in lanes that are not busy, the longest due first. */
  findDue: (search: Search) => Promise<Due[]>;
  /** Those that are still due; nobody else gets them until they are settled. */
  claim: (ids: string[]) => Promise<Item[]>;
  /** When the first is due after a time; null if none is. Both in milliseconds since 1970. */
  nextDueAt: (afterMs: number) => Promise<number | null>;
  /** Never throws; the signal cuts it off. */
  send: (item: Item, signal: AbortSignal) => Promise<Outcome>;
  /** Stores how an attempt ended, and when the next one is due. */
  settle: (item: Item, outcome: Outcome) => Promise<void>;
};
