import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import type { Visit } from './callers.ts';
import type { Token } from './schema.ts';

export const setTokenUsed = (
  { tx }: Change,
  id: string,
  lastUsedAt: string,
  { via, address }: Visit,
) =>
  tx
    .updateTable('tokens')
    .set({ lastUsedAt, lastUsedVia: via, lastUsedAddress: address })
    .where('id', '=', id)
    .execute();

export const insertToken = ({ tx }: Change, row: Row<'tokens'>) =>
  tx.insertInto('tokens').values(row).execute();

export const tokenByHash = (db: Tx, hash: string) =>
  db.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Lists a user's tokens, or all. */
export async function listTokenRows(db: Tx, userId: string | null): Promise<Token[]> {
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .orderBy('id')
    .execute();
  return rows.map(toToken);
}

export function toToken(row: Row<'tokens'>): Token {
  const { hash: _, lastUsedVia, lastUsedAddress: address, makerId, makerName, ...token } = row;
  const via = lastUsedVia as Visit['via'] | null;
  return {
    ...token,
    lastUsedFrom: via && { via, address },
    maker: makerId === null ? null : { id: makerId, name: makerName ?? '' },
    isLocal: token.isLocal === 1,
  };
}

/** Deletes a token, of the named user if any; returns the deleted rows. */
export const deleteToken = ({ tx }: Change, id: string, userId: string | null) =>
  tx
    .deleteFrom('tokens')
    .where('id', '=', id)
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .returningAll()
    .execute();

export const deleteTokensOf = ({ tx }: Change, userId: string) =>
  tx.deleteFrom('tokens').where('userId', '=', userId).returning('id').execute();

export async function tokenName(db: Tx, id: string): Promise<string | null> {
  const row = await db.selectFrom('tokens').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}
