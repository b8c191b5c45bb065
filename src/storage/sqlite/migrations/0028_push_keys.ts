import type { Kysely } from 'kysely';

/** The key pair that signs what is sent to push services; browsers bind their subscriptions to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_keys')
    .addColumn('publicKey', 'text', (c) => c.primaryKey())
    .addColumn('privateKey', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .execute();
}
