/** How much each target may have under way: one that hangs must leave room for those that answer. */

const MOST = 8;
/** So many targets are remembered; the others begin anew. */
const REMEMBERED = 10_000;

type State = { underWay: number; allowed: number };

/** A target begins with one delivery at a time; each success allows one more, a failure one again. */
export function createTargets() {
  const targets = new Map<string, State>();

  return {
    /** False while the target has all under way that it may. */
    begin(target: string): boolean {
      const state = targets.get(target) ?? { underWay: 0, allowed: 1 };
      if (state.underWay >= state.allowed) return false;
      state.underWay++;
      // The one that was begun last stands last, so that the longest idle is forgotten first.
      targets.delete(target);
      targets.set(target, state);
      return true;
    },
    end(target: string, ok: boolean): void {
      const state = targets.get(target);
      if (!state) return;
      state.underWay--;
      state.allowed = ok ? Math.min(state.allowed + 1, MOST) : 1;
      if (targets.size > REMEMBERED) forgetOne();
    },
    isBusy(target: string): boolean {
      const state = targets.get(target);
      return state !== undefined && state.underWay >= state.allowed;
    },
  };

  function forgetOne(): void {
    for (const [target, { underWay }] of targets) {
      if (underWay > 0) continue;
      targets.delete(target);
      return;
    }
  }
}
