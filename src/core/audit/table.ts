import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import { canonicalJson } from '../canonical.ts';
import { type Anchor, START } from './chain.ts';
import type { AuditEntry } from './schema.ts';

const newest = prepared<object, Anchor>((db) =>
  db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1),
);

const insert = prepared<Row<'audit'>, never>((db, parameter) =>
  db.insertInto('audit').values({
    seq: parameter('seq'),
    at: parameter('at'),
    action: parameter('action'),
    actorKind: parameter('actorKind'),
    actorId: parameter('actorId'),
    actorName: parameter('actorName'),
    via: parameter('via'),
    address: parameter('address'),
    subjectKind: parameter('subjectKind'),
    subjectId: parameter('subjectId'),
    subjectName: parameter('subjectName'),
    detail: parameter('detail'),
    previous: parameter('previous'),
    hash: parameter('hash'),
  }),
);

/** The entry that the next one follows. Pruning always leaves the newest. */
export async function newestEntry(db: Tx): Promise<Anchor> {
  const [row] = await newest(db, {});
  return row ?? START;
}

export const insertEntry = (tx: Tx, entry: AuditEntry) => insert(tx, toRow(entry));

function toRow({ actor, subject, detail, ...rest }: AuditEntry): Row<'audit'> {
  return {
    ...rest,
    ...{ actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
    ...{ subjectKind: subject.kind, subjectId: subject.id, subjectName: subject.name },
    detail: canonicalJson(detail),
  };
}

export function toEntry(row: Row<'audit'>): AuditEntry {
  const { seq, at, action, via, address, previous, hash } = row;
  return {
    ...{ seq, at, action },
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    ...{ via, address },
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
    detail: JSON.parse(row.detail),
    ...{ previous, hash },
  };
}

/** Entries of another database, as they are. */
export async function insertRows(tx: Tx, rows: Row<'audit'>[]): Promise<void> {
  for (const row of rows) await insert(tx, row);
}
