/** How much each lane may have under way: one that hangs must leave room for those that answer. */

const MOST = 8;
/** So many lanes are remembered; the others start with one item again. */
const REMEMBERED = 10_000;

type State = { underWay: number; allowed: number };

/** A lane starts with one item at a time; each success allows one more, a failure only one again. */
export function createLanes() {
  const lanes = new Map<string, State>();

  return {
    /** False while the lane has as many under way as it may. */
    begin(lane: string): boolean {
      const state = lanes.get(lane) ?? { underWay: 0, allowed: 1 };
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
