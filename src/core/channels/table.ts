import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type Channels, idsOf } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import type { Agent } from './schema.ts';

export const insertChannel = ({ tx }: Change, row: Row<'channels'>) =>
  tx.insertInto('channels').values(row).execute();

const channelsById = prepared<{ id: string }, Row<'channels'>>((db, parameter) =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', parameter('id'))
    .where(isPresent(db, 'channels.id')),
);

export async function findChannel(db: Tx, id: string): Promise<Agent | undefined> {
  const [row] = await channelsById(db, { id });
  return row && toAgent(row);
}

/** The columns that show whether a channel's agent is alive. */
export type Signs = Pick<Row<'channels'>, 'id' | 'status' | 'statusMessage' | 'lastActiveAt'>;

const signsById = prepared<{ id: string }, Signs>((db, parameter) =>
  db
    .selectFrom('channels')
    .select(['id', 'status', 'statusMessage', 'lastActiveAt'])
    .where('id', '=', parameter('id'))
    .where(isPresent(db, 'channels.id')),
);

export async function findSigns(db: Tx, id: string): Promise<Signs | undefined> {
  const [signs] = await signsById(db, { id });
  return signs;
}

/** Counts the existing channels that a key has created. */
export async function countChannelsMadeBy(db: Tx, madeBy: string): Promise<number> {
  const row = await db
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('madeBy', '=', madeBy)
    .where(isPresent(db, 'channels.id'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function updateChannelRow(
  { tx }: Change,
  id: string,
  set: { [Name in keyof Row<'channels'>]?: Row<'channels'>[Name] | undefined },
): Promise<Agent | undefined> {
  const [row] = await tx
    .updateTable('channels')
    .set(set)
    .where('id', '=', id)
    .where(isPresent(tx, 'channels.id'))
    .returningAll()
    .execute();
  return row && toAgent(row);
}

/**
 * Records that a channel's agent called, unless that was recorded after `since` and it was not
 * offline. Its message from before it went offline is cleared; only the agent itself ends `error`
 * and `busy`.
 */
export async function markAlive(
  { tx }: Change,
  id: string,
  { at, since }: { at: string; since: string },
): Promise<Agent | undefined> {
  const [row] = await tx
    .updateTable('channels')
    .set(({ ref }) => ({
      lastActiveAt: at,
      status: sql<string>`case when ${ref('status')} is null or ${ref('status')} = 'offline'
        then 'active' else ${ref('status')} end`,
      statusMessage: sql<string | null>`case when ${ref('status')} = 'offline'
        then null else ${ref('statusMessage')} end`,
    }))
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('status', '=', 'offline'),
        eb('lastActiveAt', 'is', null),
        eb('lastActiveAt', '<=', since),
      ]),
    )
    .where(isPresent(tx, 'channels.id'))
    .returningAll()
    .execute();
  return row && toAgent(row);
}

/**
 * Marks at most `limit` agents that were silent since `since` as offline; returns the changed
 * channels.
 */
export async function markSilent({ tx }: Change, since: string, limit: number): Promise<Agent[]> {
  const silent = tx
    .selectFrom('channels')
    .select('id')
    .where('status', '<>', 'offline')
    .where('lastActiveAt', '<=', since)
    .where(isPresent(tx, 'channels.id'))
    .limit(limit);
  const rows = await tx
    .updateTable('channels')
    .set({ status: 'offline' })
    .where('id', 'in', silent)
    .returningAll()
    .execute();
  return rows.map(toAgent);
}

export async function listChannelRows(db: Tx, scope: Channels): Promise<Agent[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where(isPresent(db, 'channels.id'))
    .$if(scope !== 'all', (query) => query.where('id', 'in', idsOf(scope)))
    .orderBy('id')
    .execute();
  return rows.map(toAgent);
}

/** Hides the channel; its rows are deleted later. */
export const markRemoved = ({ tx }: Change, id: string) =>
  tx.insertInto('removed_channels').values({ id }).execute();

/** Finds a removed channel with remaining rows. */
export async function nextRemoved(tx: Tx): Promise<string | undefined> {
  const next = tx.selectFrom('removed_channels').select('id').orderBy('id').limit(1);
  return (await next.executeTakeFirst())?.id;
}

type Removed = 'deliveries' | 'attachments' | 'messages';

/** FTS5 writes out its buffer after each statement, which costs more than all the rest. */
const DELETED_AT_ONCE = 10;
/** SQLite takes about ten milliseconds to remove as many random letters from the index. */
const LETTERS_AT_ONCE = 8 * 1024;

/** Deletes the newest rows of a channel; returns them, none at the end. */
export async function deleteRowsOf(
  { tx }: Change,
  table: Removed,
  channelId: string,
): Promise<{ storageKey?: string }[]> {
  return tx
    .deleteFrom(table)
    .where('id', 'in', table === 'messages' ? fewOf(tx, channelId) : newestOf(tx, table, channelId))
    .returning('id')
    .$if(table === 'attachments', (query) =>
      query.returning(sql<string>`"storageKey"`.as('storageKey')),
    )
    .execute();
}

const newestOf = (tx: Tx, table: Removed, channelId: string) =>
  tx
    .selectFrom(table)
    .select('id')
    .where('channelId', '=', channelId)
    .orderBy('id', 'desc')
    .limit(DELETED_AT_ONCE);

/** Selects the newest message, and as many before it as are deleted soon. */
function fewOf(tx: Tx, channelId: string) {
  const size = sql<number>`coalesce(octet_length("text"), 0) + coalesce(octet_length("payload"), 0)`;
  const before = sql<number>`sum(${size}) over
    (order by "messages"."id" desc rows between unbounded preceding and 1 preceding)`;
  const sized = tx
    .selectFrom('messages')
    .leftJoin('reviews', 'reviews.messageId', 'messages.id')
    .where('messages.id', 'in', newestOf(tx, 'messages', channelId))
    .select(['messages.id', before.as('before')]);
  return tx
    .selectFrom(sized.as('sized'))
    .select('sized.id')
    .where(({ or, eb }) => or([eb('before', 'is', null), eb('before', '<', LETTERS_AT_ONCE)]));
}

/** Deletes its own row once all others are gone, and by cascade its webhook. */
export async function forgetRemoved({ tx }: Change, id: string): Promise<void> {
  await tx.deleteFrom('channels').where('id', '=', id).execute();
  await tx.deleteFrom('removed_channels').where('id', '=', id).execute();
}

/** Its creator matters only for quotas. */
export function toAgent({ madeBy: _, ...row }: Row<'channels'>): Agent {
  const headers: Record<string, string> | null = fromJson(row.webhookHeaders);
  const masked = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, '***']));
  return { ...row, status: row.status as Agent['status'], webhookHeaders: masked };
}
