import { type Kysely, sql } from 'kysely';

/**
 * When each contact was last asked something moves from an index of the notices to the contact: each notice of
 * a question wrote to a page of its own there. The few notices that are looked up by contact keep
 * an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['askedAt', 'askedBeforeAt', 'askedBeforeThatAt']) {
    await db.schema.alterTable('contacts').addColumn(column, 'text').execute();
  }
  await db.schema.dropIndex('notices_contactId_what_createdAt').execute();
  await db.schema
    .createIndex('notices_own')
    .on('notices')
    .columns(['contactId', 'what', 'createdAt'])
    .where(sql.ref('messageId'), 'is', null)
    .execute();
  await db.schema
    .createIndex('notices_held')
    .on('notices')
    .columns(['contactId', 'dueAt'])
    .where(sql.ref('what'), '=', sql.lit('asks'))
    .where(sql.ref('dueAt'), '>', sql.ref('createdAt'))
    .execute();
  await db.schema
    .createIndex('contacts_removedAt')
    .on('contacts')
    .columns(['removedAt'])
    .where(sql.ref('removedAt'), 'is not', null)
    .execute();
}
