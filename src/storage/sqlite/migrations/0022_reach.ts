import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** How people are reached: their contacts and rules, and what was sent to whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addContacts(db);
  await addNotices(db);
  await db.schema
    .createTable('attention')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('rules', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('ladders')
    .addColumn('channelId', 'text', (c) =>
      c.primaryKey().references('channels.id').onDelete('cascade'),
    )
    .addColumn('steps', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .alterTable('reviews')
    .addColumn('urgency', 'text', (c) => c.notNull().defaultTo('normal'))
    .execute();
  await db.schema
    .alterTable('reviews')
    .addColumn('confirm', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const name of ['notify', 'reach', 'reachEventAt', 'reachEventDue']) {
    await db.schema.alterTable('reviews').addColumn(name, 'text').execute();
  }
  await db.schema
    .createIndex('reviews_reachEventDue')
    .on('reviews')
    .columns(['reachEventDue'])
    .where(sql.ref('reachEventDue'), 'is not', null)
    .execute();
}

async function addContacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contacts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('digest', 'text')
    .addColumn('secret', 'text')
    .addColumn('answers', 'integer', (c) => c.notNull())
    .addColumn('shows', 'text', (c) => c.notNull())
    .addColumn('delaySeconds', 'integer')
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('verifiedAt', 'text')
    .addColumn('confirmedAt', 'text')
    .addColumn('failingSince', 'text')
    .addColumn('disabledAt', 'text')
    .addColumn('disabledReason', 'text')
    .addColumn('lastSentAt', 'text')
    .addColumn('lastReceivedAt', 'text')
    .addColumn('removedAt', 'text')
    .execute();
  await createIndex(db, 'contacts', ['userId']);
  await createIndex(db, 'contacts', ['digest'], 'unique');
}

async function addNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('messageId', 'text')
    .addColumn('channelId', 'text')
    .addColumn('contactId', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('dueAt', 'text', (c) => c.notNull())
    .addColumn('heldUntil', 'text')
    .addColumn('expiresAt', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('mayHaveArrived', 'integer', (c) => c.notNull())
    .addColumn('leasedUntil', 'text')
    .addColumn('handle', 'text')
    .addColumn('gatheredBy', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('sentAt', 'text')
    .addColumn('receivedAt', 'text')
    .addColumn('error', 'text')
    .execute();
  await createIndex(db, 'notices', ['messageId', 'contactId', 'what', 'round'], 'unique');
  await createIndex(db, 'notices', ['contactId', 'what', 'createdAt']);
  await createIndex(db, 'notices', ['channelId']);
  await db.schema
    .createIndex('notices_gatheredBy')
    .on('notices')
    .columns(['gatheredBy'])
    .where(sql.ref('gatheredBy'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('notices_due')
    .on('notices')
    .columns(['dueAt'])
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();
  await db.schema
    .createIndex('notices_sending')
    .on('notices')
    .columns(['leasedUntil'])
    .where(sql.ref('status'), '=', sql.lit('sending'))
    .execute();
}
