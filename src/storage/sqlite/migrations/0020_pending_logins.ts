import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** Device logins and OAuth flows that wait for the other side. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_logins')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('userCode', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('program', 'text')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('begunAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('approverId', 'text')
    .addColumn('approverOrigin', 'text')
    .execute();
  await createIndex(db, 'device_logins', ['hash'], 'unique');
  await createIndex(db, 'device_logins', ['userCode'], 'unique');
  await createIndex(db, 'device_logins', ['address']);
  await createIndex(db, 'device_logins', ['expiresAt']);

  await db.schema
    .createTable('oauth_flows')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('channelId', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'oauth_flows', ['state'], 'unique');
  await createIndex(db, 'oauth_flows', ['channelId']);
  await createIndex(db, 'oauth_flows', ['expiresAt']);
}
