import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { fromJson } from '../json.ts';
import type { Agent } from './schema.ts';

export const insertChannel = (tx: Tx, row: Row<'channels'>) =>
  tx.insertInto('channels').values(row).execute();

const channelsById = prepared<{ id: string }, Row<'channels'>>((db, parameter) =>
  db.selectFrom('channels').selectAll().where('id', '=', parameter('id')),
);

export async function findChannel(db: Tx, id: string): Promise<Agent | undefined> {
  const [row] = await channelsById(db, { id });
  return row && toAgent(row);
}

/** How many channels there are that a key has made. */
export async function countChannelsMadeBy(db: Tx, madeBy: string): Promise<number> {
  const row = await db
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('madeBy', '=', madeBy)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function updateChannelRow(
  tx: Tx,
  id: string,
  set: { [Name in keyof Row<'channels'>]?: Row<'channels'>[Name] | undefined },
): Promise<Agent | undefined> {
  const [row] = await tx
    .updateTable('channels')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .execute();
  return row && toAgent(row);
}

/** Marks as offline whoever has been silent since `since`; the channels it changed. */
export async function markSilent(tx: Tx, since: string): Promise<Agent[]> {
  const rows = await tx
    .updateTable('channels')
    .set({ status: 'offline' })
    .where('status', '<>', 'offline')
    .where('lastActiveAt', '<=', since)
    .returningAll()
    .execute();
  return rows.map(toAgent);
}

export async function listChannelRows(db: Tx, scope: Channels): Promise<Agent[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .$if(scope !== 'all', (query) => query.where('id', 'in', scope as string[]))
    .orderBy('id')
    .execute();
  return rows.map(toAgent);
}

/** Removes a channel and, by the tables' cascades, all that hangs on it; the rows that went. */
export const deleteChannelRow = (tx: Tx, id: string) =>
  tx.deleteFrom('channels').where('id', '=', id).returning('id').execute();

export function toAgent(row: Row<'channels'>): Agent {
  const headers: Record<string, string> | null = fromJson(row.webhookHeaders);
  const masked = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, '***']));
  return { ...row, status: row.status as Agent['status'], webhookHeaders: masked };
}
