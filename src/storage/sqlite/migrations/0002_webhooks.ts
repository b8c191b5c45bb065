import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('channelId', 'text', (c) =>
      c.primaryKey().references('channels.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('oldSecret', 'text')
    .addColumn('oldSecretUntil', 'text')
    .addColumn('url', 'text')
    .addColumn('failingSince', 'text')
    .addColumn('pausedAt', 'text')
    .execute();

  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('messageId', 'text', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('channelId', 'text', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('headers', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attemptCount', 'integer', (c) => c.notNull())
    .addColumn('nextAttemptAt', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'deliveries', ['status', 'nextAttemptAt', 'target']);
  await createIndex(db, 'deliveries', ['messageId']);
  await createIndex(db, 'deliveries', ['channelId', 'id']);

  await db.schema
    .createTable('delivery_attempts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('deliveryId', 'text', (c) =>
      c.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('durationMs', 'integer', (c) => c.notNull())
    .addColumn('response', 'text')
    .execute();
  await createIndex(db, 'delivery_attempts', ['deliveryId']);
}
