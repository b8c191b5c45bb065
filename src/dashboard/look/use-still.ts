import { useState } from 'react';

type Keyed = { key: string };
type Still<T> = {
  /** The visible items. */
  shown: readonly T[];
  /** How many are held back until the pointer leaves. */
  held: number;
  /** A pointer enters: nothing new is inserted until it leaves. */
  hold: () => void;
  /** It has left, or the person wants to see them. */
  release: () => void;
};

/**
 * A list that does not move under a pointer: new items are held back. `mayCome` decides which may
 * be shown nevertheless, given their index and that of the last existing one.
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
