import { type Kysely, sql } from 'kysely';

/**
 * Questions that one notification counts are notices like others, which know it by its id. Until now each waited
 * on a notice of its own kind, which ends here: what it had sent stays as it is, and is corrected and withdrawn
 * under that id; what it had not sent yet is sent when it would have been.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notices')
    .addColumn('lowered', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const column of ['highAskedAt', 'loweredWith', 'loweredAt']) {
    await db.schema.alterTable('contacts').addColumn(column, 'text').execute();
  }
  await db.schema.dropIndex('notices_gatheredBy').execute();
  await db.schema.alterTable('notices').renameColumn('gatheredBy', 'sentWith').execute();
  await db.schema
    .createIndex('notices_sentWith')
    .on('notices')
    .columns(['sentWith'])
    .where(sql.ref('sentWith'), 'is not', null)
    .execute();
  const counting = sql`from notices as counting where counting.id = notices."sentWith"`;
  // An ended question is counted no longer, whatever became of its notice.
  await sql`update notices set "expiresAt" = "createdAt"
    where "sentWith" is not null and what = 'asks' and status <> 'gathered'`.execute(db);
  await sql`update notices set handle = (select counting.handle ${counting})
    where "sentWith" is not null and what = 'asks' and handle is null`.execute(db);
  await sql`update notices set status = 'accepted'
    where status = 'gathered' and what = 'asks' and "sentAt" is not null`.execute(db);
  await sql`update notices set status = 'unknown'
    where status = 'gathered' and what = 'asks' and "mayHaveArrived" = 1`.execute(db);
  await sql`update notices set status = 'waiting', "mayHaveArrived" = 1,
    "dueAt" = (select counting."dueAt" ${counting})
    where status = 'gathered' and what = 'asks'
    and exists (select 1 ${counting} and (counting.status = 'sending' or counting."mayHaveArrived" = 1))`.execute(
    db,
  );
  await sql`update notices set status = 'waiting',
    "dueAt" = coalesce((select counting."dueAt" ${counting}), "dueAt"), "sentWith" = id
    where status = 'gathered' and what = 'asks'`.execute(db);
  await sql`update notices set status = 'waiting' where status = 'gathered'`.execute(db);
  await sql`delete from notices where what = 'gathers'`.execute(db);
}
