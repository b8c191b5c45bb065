import { useState } from 'react';

type Keyed = { key: string };
type Still<T> = {
  /** Those that are shown. */
  shown: readonly T[];
  /** How many wait until the hand is gone. */
  held: number;
  /** A hand comes: from now on nothing new is put among what is there. */
  hold: () => void;
  /** It has gone, or wants to see them. */
  release: () => void;
};

/**
 * A list that does not move under a hand: what is new waits. `mayCome` says which may be shown
 * nevertheless, given its place and that of the last one that was there.
 */
export function useStill<T extends Keyed>(
  rows: readonly T[],
  mayCome: (row: T, at: number, last: number) => boolean,
): Still<T> {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const last = known ? rows.findLastIndex(({ key }) => known.has(key)) : -1;
  const shown =
    known && last >= 0
      ? rows.filter((row, at) => known.has(row.key) || mayCome(row, at, last))
      : rows;
  return {
    shown: shown.length === rows.length ? rows : shown,
    held: rows.length - shown.length,
    hold: () => setKnown((before) => before ?? new Set(rows.map(({ key }) => key))),
    release: () => setKnown(null),
  };
}
