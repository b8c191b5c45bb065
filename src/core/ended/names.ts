/** The names and digests that an export adds to its questions. */
import type { Tx } from '../../storage/store.ts';

export async function channelNames(db: Tx): Promise<Map<string, string>> {
  const rows = await db.selectFrom('channels').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Digests = { questionDigest: string | null; answerDigest: string | null };

/** Returns the digests of questions and answers by message. */
export async function digestsOf(db: Tx, ids: string[]): Promise<Map<string, Digests>> {
  const rows = await db
    .selectFrom('reviews')
    .select(['messageId', 'questionDigest', 'answerDigest'])
    .where('messageId', 'in', ids)
    .execute();
  return new Map(rows.map(({ messageId, ...digests }) => [messageId, digests]));
}
