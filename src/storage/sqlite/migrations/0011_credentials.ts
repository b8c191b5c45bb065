import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * Digests to compare a repeated clientId with; and a token's expiry, last use and maker. Older
 * tokens have no expiry and no known maker.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('bodyDigest', 'text').execute();
  for (const column of TEXTS) {
    await db.schema.alterTable('tokens').addColumn(column, 'text').execute();
  }
  await db.schema
    .alterTable('tokens')
    .addColumn('isLocal', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await createIndex(db, 'tokens', ['expiresAt']);
}

const TEXTS = ['expiresAt', 'lastUsedVia', 'lastUsedAddress', 'madeBy', 'makerId', 'makerName'];
