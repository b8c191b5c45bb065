import { prepared } from '../../storage/prepared.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../json.ts';
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

/**
 * Returns the entry that the next one follows. The newest is also stored outside the table: if it
 * is missing there, the next entry leaves a visible gap.
 */
export async function newestEntry(db: Tx): Promise<Anchor> {
  const [row = START] = await newest(db, {});
  const noted = (await readState<Anchor>(db, NEWEST)) ?? START;
  return noted.seq >= row.seq ? noted : row;
}

export async function insertEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  await insert(tx, toRow(entry));
  await writeState(tx, NEWEST, { seq: entry.seq, hash: entry.hash });
}

const NEWEST = 'audit.newest';
const ANCHOR = 'audit.anchor';

/** Returns the last pruned entry: the chain continues from there. */
export const readAnchor = async (db: Tx) => (await readState<Anchor>(db, ANCHOR)) ?? START;
export const writeAnchor = ({ tx }: Change, { seq, hash }: Anchor) =>
  writeState(tx, ANCHOR, { seq, hash });

type Same = Pick<Row<'audit'>, 'action' | 'subjectId' | 'actorKind' | 'actorId'>;

/** Finds the newest entry of one actor about one subject. */
export const newestOf = (db: Tx, { action, subjectId, actorKind, actorId }: Same) =>
  db
    .selectFrom('audit')
    .select(['at', 'via', 'address'])
    .where('subjectId', '=', subjectId)
    .where('action', '=', action)
    .where('actorKind', '=', actorKind)
    .where('actorId', '=', actorId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the last time an action was done to a subject, and its name then. */
export const newestAbout = (db: Tx, action: string, subjectId: string | null) =>
  db
    .selectFrom('audit')
    .select(['at', 'subjectName'])
    .where('subjectId', '=', subjectId)
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the oldest entries after a given one. */
export const oldestEntries = (db: Tx, after: number, limit: number) =>
  db
    .selectFrom('audit')
    .select(['seq', 'at', 'action', 'hash'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

type EntriesOf = { action: string; after: number; limit: number };
const entriesWith = prepared<EntriesOf, Row<'audit'>>((db, parameter) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', parameter('action'))
    .where('seq', '>', parameter('after'))
    .orderBy('seq')
    .limit(parameter('limit')),
);

/** Returns the oldest entries of one action after a given one. */
export const entriesOfAction = async (db: Tx, wanted: EntriesOf): Promise<AuditEntry[]> =>
  (await entriesWith(db, wanted)).map(toEntry);

/** Returns where an action was done to these subjects. */
export const placesAbout = (db: Tx, action: string, subjectIds: string[]) =>
  db
    .selectFrom('audit')
    .select(['seq', 'subjectId'])
    .where('action', '=', action)
    .where('subjectId', 'in', subjectIds)
    .execute();

/** Deletes some pruned entries; returns how many. */
export async function deletePruned({ tx }: Change, limit: number): Promise<number> {
  const { seq } = await readAnchor(tx);
  const some = tx.selectFrom('audit').select('seq').where('seq', '<=', seq).orderBy('seq');
  const gone = await tx
    .deleteFrom('audit')
    .where('seq', 'in', some.limit(limit))
    .returning('seq')
    .execute();
  return gone.length;
}

function toRow({ actor, subject, detail, ...rest }: AuditEntry): Row<'audit'> {
  return {
    ...rest,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    detail: canonicalJson(detail),
  };
}

export function toEntry(row: Row<'audit'>): AuditEntry {
  const { seq, at, action, via, address, previous, hash } = row;
  return {
    seq,
    at,
    action,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    via,
    address,
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
    detail: toDetail(row.detail),
    previous,
    hash,
  };
}

/** Inserts entries of another database unchanged. */
export async function insertRows(tx: Tx, rows: Row<'audit'>[]): Promise<void> {
  for (const row of rows) await insert(tx, row);
}

/** A row that we did not write is shown as it is: its hash will not match. */
function toDetail(text: string): JsonObject {
  try {
    const detail: unknown = JSON.parse(text);
    if (isJsonObject(detail) && canonicalJson(detail) === text) return detail;
  } catch {
    // Not JSON.
  }
  return { unreadable: text };
}
