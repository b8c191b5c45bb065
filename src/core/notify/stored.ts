/** The reach of a question as stored with it; omitted fields are 0, null or empty. */
import { fromJson } from '../json.ts';
import type { ContactKind, ReachState } from './names.ts';
import type { Reach } from './schema.ts';

/** How many of a question's notices have come how far. */
export type Counted = {
  waiting: number;
  /** How many of the waiting ones quiet hours hold. */
  held: number;
  /** Notices that have not ended, settling ones included. */
  open: number;
  accepted: number;
  delivered: number;
  failed: number;
  unknown: number;
  firstAcceptedAt: string | null;
  firstDeliveredAt: string | null;
  heldUntil: string | null;
  nextAt: string | null;
};

/** Who can be notified of a question: of one that has ended, when it ended. */
export type Reached = {
  people: number;
  /** People with a contact that works. */
  reachable: number;
  via: ContactKind[];
};

export type StoredReach = Partial<Counted & Reached & { seenAt: string | null }>;

const WARNING =
  'Nobody can be notified of this question, and nobody has the dashboard or the terminal view open';

type Now = {
  hasEnded: boolean;
  /** The number of people who have the inbox open, which is not stored. */
  watching?: number;
  setUp?: boolean;
};

export function toReach(
  stored: StoredReach | null,
  { hasEnded, watching = 0, setUp = true }: Now,
): Reach {
  const { people = 0, reachable = 0, via = [], waiting = 0, nextAt = null } = stored ?? {};
  const { accepted = 0, delivered = 0, failed = 0, unknown = 0 } = stored ?? {};
  const { firstAcceptedAt = null, firstDeliveredAt = null, seenAt = null } = stored ?? {};
  const state = stateOf(stored ?? {}, hasEnded);
  const isMissed = !hasEnded && reachable === 0 && watching === 0 && seenAt === null;
  return {
    state,
    people,
    reachable,
    watching,
    via,
    notices: { waiting, accepted, delivered, failed, unknown },
    firstAcceptedAt,
    firstDeliveredAt,
    seenAt,
    heldUntil: state === 'held' ? (stored?.heldUntil ?? null) : null,
    nextAt,
    setUp,
    warning: isMissed ? WARNING : null,
  };
}

function stateOf(stored: StoredReach, hasEnded: boolean): ReachState {
  const { open = 0, waiting = 0, held = 0, accepted = 0, unknown = 0, reachable = 0 } = stored;
  if (hasEnded && open === 0) return 'settled';
  if (stored.seenAt) return 'seen';
  if (stored.firstDeliveredAt) return 'delivered';
  if (accepted > 0) return 'sent';
  if (unknown > 0) return 'queued';
  // Notices to failing contacts are not expected to arrive.
  if (reachable === 0) return 'nobody';
  if (waiting > held) return 'queued';
  return held > 0 ? 'held' : 'nobody';
}

export const readReach = (text: string | null): StoredReach | null => fromJson(text);
