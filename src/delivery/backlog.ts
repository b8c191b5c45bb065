/** The due items that a search found and that could not begin yet. */

import type { Due } from '../core/outgoing/due.ts';
import type { Lanes } from './lanes.ts';
import type { Queue } from './queue.ts';

const MOST_KEPT = 2048;

export function createBacklog({ findDue }: Pick<Queue<{ id: string }>, 'findDue'>, lanes: Lanes) {
  /** Those whose lanes were busy. */
  let passed: Due[] = [];
  let mustSearch = true;
  /** Whether the last search found everything that was due. */
  let hasAll = false;

  async function search(atMs: number, limit: number): Promise<void> {
    mustSearch = false;
    hasAll = true;
    const isBusy = (lane: string) => {
      if (!lanes.isBusy(lane)) return false;
      hasAll = false;
      return true;
    };
    const found = await findDue({ atMs, limit, isBusy });
    mustSearch ||= found.length === limit;
    const known = new Map([...passed, ...found].map((one) => [one.id, one]));
    passed = [...known.values()].slice(0, MOST_KEPT);
    if (known.size > passed.length) hasAll = false;
  }

  return {
    /** Whether the database may have due items that are not here. */
    mustSearch: () => mustSearch,
    searchAgain(): void {
      mustSearch = true;
    },
    /** Begins as many as there is room for, in lanes that are free. */
    async begin(atMs: number, room: number): Promise<Due[]> {
      if (mustSearch) await search(atMs, room);
      const begun: Due[] = [];
      passed = passed.filter((one) => {
        if (begun.length === room || !lanes.begin(one.lane)) return true;
        begun.push(one);
        return false;
      });
      return begun;
    },
    /** An item of a lane has ended: the next one is searched for if none is known. */
    ended(lane: string): void {
      if (!hasAll && !passed.some((one) => one.lane === lane)) mustSearch = true;
    },
  };
}
