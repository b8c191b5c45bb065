import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';

export const flowByState = (db: Tx, state: string, now: string) =>
  db
    .selectFrom('oauth_flows')
    .selectAll()
    .where('state', '=', state)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export const insertFlow = ({ tx }: Change, row: Row<'oauth_flows'>) =>
  tx.insertInto('oauth_flows').values(row).execute();

/** Deletes and returns a flow, expired or not; undefined for a second caller. */
export async function takeFlow({ tx }: Change, state: string) {
  const [row] = await tx
    .deleteFrom('oauth_flows')
    .where('state', '=', state)
    .returningAll()
    .execute();
  return row;
}

export const deleteExpiredFlows = ({ tx }: Change, now: string) =>
  tx.deleteFrom('oauth_flows').where('expiresAt', '<=', now).execute();

export const deleteFlowsOf = ({ tx }: Change, channelId: string) =>
  tx.deleteFrom('oauth_flows').where('channelId', '=', channelId).execute();

export async function countFlows(db: Tx, channelId?: string): Promise<number> {
  const row = await db
    .selectFrom('oauth_flows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(channelId !== undefined, (query) => query.where('channelId', '=', channelId ?? ''))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export const deleteOldestFlow = ({ tx }: Change, channelId: string) =>
  tx
    .deleteFrom('oauth_flows')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('oauth_flows')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('channelId', '=', channelId),
    )
    .execute();
