/** The candidates for a page of the audit log: read from one index, in page order. */
import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { AuditEntry } from './schema.ts';
import { toEntry } from './table.ts';

export type Place = { at: string; seq: number };
export type Candidate = Pick<Row<'audit'>, 'seq' | 'at' | 'action' | 'actorId' | 'subjectId'>;
export type Wanted = {
  actor: string | undefined;
  subject: string | undefined;
  actions: string[] | undefined;
  after: string | undefined;
  before: string | undefined;
  isOldestFirst: boolean;
  /** The last entry that was pruned, and may still be in the table. */
  pruned: number;
};

export const isByTime = ({ actor, subject, after, before }: Wanted) =>
  !actor && !subject && Boolean(after ?? before);

/** Returns some entries after a position by the narrowest index; the other filters are not applied. */
export async function candidates(
  db: Tx,
  wanted: Wanted,
  from: Place | undefined,
  limit: number,
): Promise<Candidate[]> {
  const { subject, actor } = wanted;
  const query = select(db, wanted, from, limit);
  if (subject !== undefined) return query.where('subjectId', '=', subject).execute();
  if (actor !== undefined) return query.where('actorId', '=', actor).execute();
  return isByTime(wanted) ? selectByTime(db, wanted, from, limit).execute() : query.execute();
}

/** Reads some of each action, and returns the first of those. */
export const candidatesOf =
  (actions: string[]) =>
  async (db: Tx, wanted: Wanted, from: Place | undefined, limit: number): Promise<Candidate[]> => {
    const some = await Promise.all(
      [...new Set(actions)].map((action) =>
        select(db, wanted, from, limit).where('action', '=', action).execute(),
      ),
    );
    return inOrder(some.flat(), wanted).slice(0, limit);
  };

export async function entriesOf(db: Tx, page: Candidate[]): Promise<AuditEntry[]> {
  if (page.length === 0) return [];
  const seqs = page.map(({ seq }) => seq);
  const rows = await db.selectFrom('audit').selectAll().where('seq', 'in', seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq);
    return row ? [toEntry(row)] : [];
  });
}

function select(db: Tx, { isOldestFirst, pruned }: Wanted, from: Place | undefined, limit: number) {
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'action', 'actorId', 'subjectId'])
    .where('seq', '>', isOldestFirst ? Math.max(pruned, from?.seq ?? 0) : pruned)
    .$if(!isOldestFirst && from !== undefined, (q) => q.where('seq', '<', from?.seq ?? 0))
    .orderBy('seq', isOldestFirst ? 'asc' : 'desc')
    .limit(limit);
}

/** By time first: a clock that was set back hides no entry. */
function selectByTime(
  db: Tx,
  { after, before, isOldestFirst, pruned }: Wanted,
  from: Place | undefined,
  limit: number,
) {
  const order = isOldestFirst ? 'asc' : 'desc';
  const beyond = isOldestFirst ? '>' : '<';
  return (
    db
      .selectFrom('audit')
      .select(['seq', 'at', 'action', 'actorId', 'subjectId'])
      .$if(after !== undefined, (q) => q.where('at', '>=', after ?? ''))
      .$if(before !== undefined, (q) => q.where('at', '<', before ?? ''))
      .$if(from !== undefined, (q) =>
        q
          .where('at', isOldestFirst ? '>=' : '<=', from?.at ?? '')
          .where(({ eb, or }) =>
            or([eb('at', beyond, from?.at ?? ''), eb('seq', beyond, from?.seq ?? 0)]),
          ),
      )
      // The plus keeps SQLite from reading all entries in the order of seq.
      .where(sql<number>`+seq`, '>', pruned)
      .orderBy('at', order)
      .orderBy('seq', order)
      .limit(limit)
  );
}

function inOrder(some: Candidate[], { isOldestFirst }: Wanted): Candidate[] {
  const sign = isOldestFirst ? 1 : -1;
  return some.sort((one, other) => sign * (one.seq - other.seq));
}
