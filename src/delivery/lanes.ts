import type { Due } from '../core/outgoing/due.ts';

/** The number of lanes that are remembered; all others are new. */
const REMEMBERED = 10_000;
/** The items that wait in all lanes together; each lane may have one beyond that. */
const MOST_KEPT = 2048;

type Lane = {
  underWay: number;
  allowed: number;
  /** Found due, and not begun yet. */
  waiting: Due[];
  /** A search left out the lane: more may be due. */
  isPassedOver: boolean;
};

export type Lanes = ReturnType<typeof createLanes>;

/** How many items a lane sends at a time while it is new, and at most. */
export type LaneSizes = { first: number; most: number };

/**
 * Each success allows a lane one more item at a time; a failure goes back to one. The limit leaves room for
 * the others if a receiver does not answer.
 */
export function createLanes({ first, most }: LaneSizes) {
  const lanes = new Map<string, Lane>();
  let kept = 0;

  const isBusy = ({ underWay, allowed }: Lane) => underWay >= allowed;
  const isReady = (lane: Lane) => lane.waiting.length > 0 && !isBusy(lane);

  function laneOf(name: string): Lane {
    const known = lanes.get(name) ?? {
      underWay: 0,
      allowed: first,
      waiting: [],
      isPassedOver: false,
    };
    // Re-insert to keep LRU order: the least recently used lane is evicted, and begins, first.
    lanes.delete(name);
    lanes.set(name, known);
    return known;
  }

  return {
    /** Whether a search leaves out a lane, as it is busy or has items that wait; `end` says when to search it. */
    passOver(name: string): boolean {
      const lane = lanes.get(name);
      if (!lane || (!isBusy(lane) && lane.waiting.length === 0)) return false;
      lane.isPassedOver = true;
      return true;
    },
    /** Keeps what a search found, until it begins. */
    keep(found: Due[]): void {
      for (const due of found) {
        const lane = laneOf(due.lane);
        if (lane.waiting.length > 0 && kept >= MOST_KEPT) {
          lane.isPassedOver = true;
          continue;
        }
        lane.waiting.push(due);
        kept++;
      }
    },
    /** Whether something can begin. */
    areReady(): boolean {
      if (kept === 0) return false;
      for (const lane of lanes.values()) if (isReady(lane)) return true;
      return false;
    },
    /** Begins the items that wait in lanes which are not busy. */
    begin(most: number): Due[] {
      const begun: Due[] = [];
      for (const [name, lane] of kept > 0 ? [...lanes] : []) {
        if (!isReady(lane)) continue;
        const some = lane.waiting.splice(
          0,
          Math.min(lane.allowed - lane.underWay, most - begun.length),
        );
        lane.underWay += some.length;
        kept -= some.length;
        begun.push(...some);
        laneOf(name);
        if (begun.length === most) break;
      }
      return begun;
    },
    /** An item ended, well or not (null if it was never sent). Returns whether the lane has to be searched. */
    end(name: string, isWell: boolean | null): boolean {
      const lane = lanes.get(name);
      if (!lane) return false;
      lane.underWay--;
      if (isWell !== null) lane.allowed = isWell ? Math.min(lane.allowed + 1, most) : 1;
      if (lanes.size > REMEMBERED) evictOne();
      if (!lane.isPassedOver || isBusy(lane) || lane.waiting.length > 0) return false;
      lane.isPassedOver = false;
      return true;
    },
    /** Forgets the items that wait: another search finds them. */
    forget(): void {
      for (const lane of lanes.values()) lane.waiting = [];
      kept = 0;
    },
  };

  function evictOne(): void {
    for (const [name, { underWay, waiting }] of lanes) {
      if (underWay > 0 || waiting.length > 0) continue;
      lanes.delete(name);
      return;
    }
  }
}
