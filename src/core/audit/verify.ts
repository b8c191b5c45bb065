import { type Anchor, faultOf, START } from './chain.ts';
import { type AuditEntry, Pruned } from './schema.ts';

type Held = {
  /** The newest entry there has to be. */
  newest?: Anchor;
  /** A hash that an owner kept. */
  against?: string;
};

/** Follows a chain from its oldest entry on, and keeps the first fault in it. */
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
    /** What is wrong with the first entry that doesn't fit; null for a whole chain. */
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

/** A chain that begins later than at its first entry says in itself who removed what was before. */
function recordsPruning({ action, detail }: AuditEntry, start: Anchor): boolean {
  if (action !== 'audit.pruned') return false;
  const { data } = Pruned.safeParse(detail);
  return data?.through.seq === start.seq && data.through.hash === start.hash;
}
