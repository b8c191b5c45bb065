/** The number of lanes that are remembered; all others are new. */
const REMEMBERED = 10_000;

type State = { underWay: number; allowed: number };

export type Lanes = ReturnType<typeof createLanes>;

/** How many items a lane sends at a time while it is new, and at most. */
export type LaneSizes = { first: number; most: number };

/**
 * Each success allows a lane one more item at a time; a failure goes back to one. The limit leaves room for
 * the others if a receiver does not answer.
 */
export function createLanes({ first, most }: LaneSizes) {
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
      state.allowed = ok ? Math.min(state.allowed + 1, most) : 1;
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
