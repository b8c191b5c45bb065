/** Calculates the width of each column, so that no row is wider than the terminal. */

export type Room = {
  /** The width of its widest cell. */
  natural: number;
  /** It may be cut to this width; without it, it is cut only as a last resort. */
  least?: number | undefined;
  /** It is cut to this width before any other column. */
  enough?: number | undefined;
  /**
   * If there is no room for all, the column with the highest rank is dropped first; one without a
   * rank stays.
   */
  rank?: number | undefined;
};

export const GAP = 2;

/** Returns the width of each column; 0 for one that is empty or dropped. */
export function fit(rooms: readonly Room[], width: number): number[] {
  const kept = keptOf(rooms, width);
  const widths = rooms.map((room) => (kept.includes(room) ? Math.min(room.natural, width) : 0));
  for (const limit of limits) narrow(widths, width, (at) => limit(rooms[at] as Room));
  return widths;
}

/** The columns in the order in which they are cut: the end of an id is what people type. */
const limits: ((room: Room) => number)[] = [
  ({ natural, enough = natural }) => enough,
  (room) => leastOf(room),
  ({ natural, least }) => (least === undefined ? natural : 1),
  () => 1,
];

/** Returns the columns that fit at their minimum width. */
function keptOf(rooms: readonly Room[], width: number): Room[] {
  let kept = rooms.filter(({ natural }) => natural > 0);
  while (taken(kept.map(leastOf)) > width) {
    const rank = Math.max(...kept.map((room) => room.rank ?? 0));
    const [first] = kept.filter((room) => room.rank === rank);
    if (!first) return kept;
    kept = kept.filter((room) => room !== first);
  }
  return kept;
}

const leastOf = ({ natural, least = natural }: Room) => Math.min(natural, least);

/** Shrinks the widest columns that can still shrink, until all fit. */
function narrow(widths: number[], width: number, least: (at: number) => number): void {
  for (let over = taken(widths) - width; over > 0; over--) {
    let widest = -1;
    for (const [at, one] of widths.entries()) {
      if (one > least(at) && one > (widths[widest] ?? 0)) widest = at;
    }
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** Sums the widths and the gaps. */
function taken(widths: number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, shown.length - 1);
}
