/** How wide each column of a table is, so that no row is wider than the terminal. */

export type Room = {
  /** What its widest cell takes. */
  natural: number;
  /** It may be cut to so many; without it, it is cut only as a last resort. */
  least?: number | undefined;
  /** It is cut to so many before another is cut at all. */
  enough?: number | undefined;
  /** Without room for all, the column with the highest rank goes first; one without a rank stays. */
  rank?: number | undefined;
};

export const GAP = 2;

/** The width of each column; 0 for one that is empty or left out. */
export function fit(rooms: readonly Room[], width: number): number[] {
  const kept = keptOf(rooms, width);
  const widths = rooms.map((room) => (kept.includes(room) ? Math.min(room.natural, width) : 0));
  for (const limit of limits) narrow(widths, width, (at) => limit(rooms[at] as Room));
  return widths;
}

/** What is cut first, then, and at last: the end of an id is what people type. */
const limits: ((room: Room) => number)[] = [
  ({ natural, enough = natural }) => enough,
  (room) => leastOf(room),
  ({ natural, least }) => (least === undefined ? natural : 1),
  () => 1,
];

/** Those that have a place at their least width. */
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

/** Takes from the widest that has something left to give, until all fit. */
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

/** With the gaps between them. */
function taken(widths: number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, shown.length - 1);
}
