import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { isPresent } from '../removed-channels.ts';

/** Deliveries to a channel's own URL that permanently failed since a time. */
export type Undelivered = { channelId: string; url: string; since: string };
export type Place = Pick<Row<'deliveries'>, 'id' | 'createdAt'>;

/** Returns the webhooks that are failing now, ignoring a channel's former URLs. */
export const failingRows = (db: Tx, scope: Channels) =>
  db
    .selectFrom('webhooks')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.id', '=', 'webhooks.channelId')
        .onRef('channels.webhookUrl', '=', 'webhooks.url'),
    )
    .select(['webhooks.channelId', 'webhooks.url', 'webhooks.failingSince', 'webhooks.pausedAt'])
    .where('webhooks.failingSince', 'is not', null)
    .where(isPresent(db, 'webhooks.channelId'))
    .$if(scope !== 'all', (query) => query.where('webhooks.channelId', 'in', scope as string[]))
    .orderBy('webhooks.channelId')
    .execute();

/** Counts them, up to a limit. */
export async function countUndelivered(db: Tx, which: Undelivered, limit: number) {
  const some = select(db, which).limit(limit).as('some');
  const row = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Makes some of them due, the oldest first and those after a cursor; returns the next cursor. */
export async function retrySome(
  { tx }: Change,
  which: Undelivered,
  { after, until, limit }: { after: Place | undefined; until: string; limit: number },
): Promise<Place[]> {
  const { createdAt = '', id = '' } = after ?? {};
  const some = await select(tx, which)
    .where('createdAt', '<=', until)
    .where(sql<SqlBool>`("createdAt", id) > (${createdAt}, ${id})`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  await tx
    .updateTable('deliveries')
    .set({ status: 'pending', attemptCount: 0, nextAttemptAt: until })
    .where(
      'id',
      'in',
      some.map((one) => one.id),
    )
    .execute();
  return some;
}

const select = (db: Tx, { channelId, url, since }: Undelivered) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'createdAt'])
    // Literals: SQLite uses a partial index only if it sees that it applies.
    .where('status', '=', sql.lit('failed'))
    .where('source', '=', sql.lit('channel'))
    .where('channelId', '=', channelId)
    .where('createdAt', '>=', since)
    .where('url', '=', url)
    .where('messageId', 'is not', null);
