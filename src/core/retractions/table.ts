import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { toTimestamp } from '../time.ts';
import type { ListRetracted, Retracted } from './schema.ts';

export async function insertRetracted({ tx }: Change, one: Retracted): Promise<void> {
  const respondedBy = one.respondedBy && JSON.stringify(one.respondedBy);
  const answeredBy = one.respondedBy?.id ?? null;
  const row = { ...one, respondedBy, answeredBy, retractedBy: JSON.stringify(one.retractedBy) };
  await tx.insertInto('retracted').values(row).execute();
}

/** One more than the limit, the latest retracted first. */
export async function retractedRows(
  db: Tx,
  scope: Channels,
  { message, type, respondedBy, from, to, cursor, limit }: ListRetracted,
): Promise<Retracted[]> {
  const [at = '', id = ''] = (cursor ?? '').split('_');
  const timestamp = (time = '') => toTimestamp(Date.parse(time));
  const page = db
    .selectFrom('retracted as one')
    .select('one.id')
    .$if(message !== undefined, (q) => q.where('one.id', '=', message ?? ''))
    .$if(type !== undefined, (q) => q.where('one.type', 'in', type ?? []))
    .$if(respondedBy !== undefined, (q) => q.where('one.answeredBy', 'in', respondedBy ?? []))
    .$if(from !== undefined, (q) => q.where('one.at', '>=', timestamp(from)))
    .$if(to !== undefined, (q) => q.where('one.at', '<', timestamp(to)))
    .$if(cursor !== undefined, (q) => q.where(sql<SqlBool>`(one.at, one.id) < (${at}, ${id})`))
    .orderBy('one.at', 'desc')
    .orderBy('one.id', 'desc')
    .limit(limit + 1);
  const ofChannels = sqlOf(db)
    .pageOfChannels(db, 'retracted', {
      channels: sql.val(JSON.stringify(scope)),
      id: 'retracted.id',
      idsOf: (channel) => page.where('one.channelId', '=', channel),
    })
    .select('retracted.id');
  const rows = await db
    .selectFrom('retracted')
    .selectAll()
    .where('id', 'in', scope === 'all' ? page : ofChannels)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toRetracted);
}

/** Deletes the records of questions retracted before a time; returns how many. */
export async function deleteRetractedBefore({ tx }: Change, before: string, limit: number) {
  const some = tx.selectFrom('retracted').select('id').where('at', '<', before).limit(limit);
  const gone = tx.deleteFrom('retracted').where('id', 'in', some).returning('id');
  return (await gone.execute()).length;
}

const toRetracted = ({
  respondedBy,
  retractedBy,
  answeredBy: _,
  ...row
}: Row<'retracted'>): Retracted => ({
  ...row,
  respondedBy: fromJson(respondedBy),
  retractedBy: JSON.parse(retractedBy),
});

export const retractedRow = (db: Tx, id: string) =>
  db.selectFrom('retracted').select('id').where('id', '=', id).executeTakeFirst();
