import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * What a repeated clientId is compared by, and what is known of a token: how long it is valid, where
 * it was used and who made it. Tokens from before have no expiry, and nobody knows who made them.
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
