/** The most items of a lane under way: one that does not answer must leave room for those that do. */

const MOST = 16;
/** The number of lanes that are remembered; all others are new. */
const REMEMBERED = 10_000;

type State = { underWay: number; allowed: number };

export type Lanes = ReturnType<typeof createLanes>;

/** A lane starts with `first` items at a time; each success allows one more, a failure goes back to one. */
export function createLanes(first: number) {
  const lanes = new Map<string, State>();

  return {
    /** Returns false if the lane has reached its limit. */
    begin(lane: string): boolean {
      const state = lanes.get(lane) ?? { underWay: 0, allowed: first };
      if (state.underWay >= state.allowed) return false;
      state.underWay++;
      // Re-insert to keep LRU order: the least recently used lane is evicted first.
      lanes.delete(lane);
      lanes.set(lane, state);
      return true;
    },
    end(lane: string, ok: boolean): void {
      const state = lanes.get(lane);
      if (!state) return;
      state.underWay--;
      state.allowed = ok ? Math.min(state.allowed + 1, MOST) : 1;
      if (lanes.size > REMEMBERED) evictOne();
    },
    isBusy(lane: string): boolean {
      const state = lanes.get(lane);
      return state !== undefined && state.underWay >= state.allowed;
    },
  };

  function evictOne(): void {
    for (const [lane, { underWay }] of lanes) {
      if (underWay > 0) continue;
      lanes.delete(lane);
      return;
    }
  }
}
