/** Finds what is due, in lanes that are not busy. */

/** An item that is due; its lane limits how many are sent at the same time. */
export type Due = { id: string; lane: string };

export type Search = { atMs: number; limit: number; isBusy: (lane: string) => boolean };

/**
 * Finds due items in lanes that are not busy. `find` returns at most `limit` items, the longest due
 * first, except for some lanes. A busy lane with a large backlog would hide all others: only such
 * lanes are skipped, not every busy one. Fewer than the limit are all.
 */
export async function findFree(
  { limit, isBusy }: Pick<Search, 'limit' | 'isBusy'>,
  find: (passed: string[]) => Promise<Due[]>,
): Promise<Due[]> {
  const passed: string[] = [];
  while (true) {
    const rows = await find(passed);
    const free = rows.filter(({ lane }) => !isBusy(lane));
    if (rows.length < limit || free.length === rows.length) return free;
    const busy = rows.map(({ lane }) => lane).filter(isBusy);
    passed.push(...new Set(busy));
  }
}
