import { type Kysely, sql } from 'kysely';

/**
 * Only hashes are stored of what a notice brings to its receiver; until now it was signed with a secret of the
 * contact, which lay in clear. Pending questions whose links end with it are sent again, and without buttons
 * where a contact may offer none any longer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notice_tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('noticeId', 'text', (c) => c.notNull().references('notices.id').onDelete('cascade'))
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('contactId', 'text', (c) => c.notNull())
    .addColumn('messageId', 'text')
    .addColumn('seq', 'integer')
    .addColumn('expiresAt', 'text')
    .execute();
  await db.schema
    .createIndex('notice_tokens_noticeId_attempt')
    .on('notice_tokens')
    .columns(['noticeId', 'attempt'])
    .execute();
  await db.schema
    .createTable('codes')
    .addColumn('noticeId', 'text', (c) =>
      c.primaryKey().references('notices.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .execute();
  await sql`update notices set status = 'waiting', "leasedUntil" = null
    where what = 'asks' and "sentWith" is null and kind in ('ntfy', 'email')
    and status in ('accepted', 'unknown')
    and exists (select 1 from reviews
      where reviews."messageId" = notices."messageId" and reviews.status = 'pending'
      and reviews.confirm = 0)
    and exists (select 1 from contacts where contacts.id = notices."contactId"
      and contacts.answers = 1 and contacts."answersEndedAt" is null
      and contacts.shows <> 'nothing'
      and contacts."removedAt" is null and contacts."disabledAt" is null)`.execute(db);
  await db.schema.alterTable('contacts').dropColumn('secret').execute();
}
