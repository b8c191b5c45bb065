import { type Anchor, faultOf, START } from './chain.ts';
import { type AuditEntry, Pruned } from './schema.ts';

type Held = {
  /** The entry that must be the newest. */
  newest?: Anchor;
  /** A hash that an owner kept. */
  against?: string;
};

/** Checks a chain from its oldest entry, and remembers the first fault. */
export function followChain({ newest, against }: Held = {}) {
  let start: Anchor | null = null;
  let last: Anchor | null = null;
  let isStartRecorded = false;
  let isFound = against === undefined;
  let fault: string | null = null;

  return {
    next(entry: AuditEntry): void {
      start ??= { seq: entry.seq - 1, hash: entry.previous };
      fault ??= faultOf(entry, last ?? start);
      if (entry.seq === newest?.seq && entry.hash !== newest.hash) {
        fault ??= `entry ${entry.seq} was replaced`;
      }
      isStartRecorded ||= recordsPruning(entry, start);
      isFound ||= entry.hash === against || entry.previous === against;
      last = { seq: entry.seq, hash: entry.hash };
    },
    /** Returns the fault of the first invalid entry; null for a valid chain. */
    fault(): string | null {
      const { seq, hash } = start ?? START;
      const isFirst = seq === START.seq && hash === START.hash;
      if (seq === START.seq && !isFirst) return 'entry 1 does not follow the previous entry';
      if (!isFirst && !isStartRecorded) {
        return `the entries up to ${seq} are missing, and no pruning is recorded that removed them`;
      }
      const end = last?.seq ?? START.seq;
      if (newest && end < newest.seq) fault ??= `entry ${end + 1} is missing`;
      if (!isFound) fault ??= `no entry has the hash ${against}`;
      return fault;
    },
    last: (): Anchor => last ?? START,
    first: (): number => (start ?? START).seq + 1,
  };
}

/** A chain that starts after the first entry records itself who removed the earlier ones. */
function recordsPruning({ action, detail }: AuditEntry, start: Anchor): boolean {
  if (action !== 'audit.pruned') return false;
  const { data } = Pruned.safeParse(detail);
  return data?.through.seq === start.seq && data.through.hash === start.hash;
}
