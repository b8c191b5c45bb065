import { type Kysely, sql } from 'kysely';

/**
 * Answered questions are filtered by verdict and by who answered: both are kept beside the answer, and
 * the indexes hold all that a filter asks for, so that a page and its total never read a payload. When
 * and how the agent was first told of the end is kept too; of older answers nobody knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['verdict', 'answeredBy', 'toldAt', 'toldBy']) {
    await db.schema.alterTable('reviews').addColumn(column, 'text').execute();
  }
  await db.schema.alterTable('retracted').addColumn('answeredBy', 'text').execute();
  for (const table of ['reviews', 'retracted']) {
    await sql`update ${sql.table(table)} set "answeredBy" = json_extract("respondedBy", '$.id')
      where "respondedBy" is not null`.execute(db);
  }
  await sql`update reviews set verdict = ${verdict} where response is not null`.execute(db);
  await db.schema.dropIndex('reviews_completed_status_respondedAt_messageId').execute();
  await db.schema.dropIndex('reviews_completed_channelId_status_respondedAt_messageId').execute();
  await db.schema.dropIndex('reviews_expired_channelId_status_expiresAt_messageId').execute();
  const asked = ['type', 'verdict', 'answeredBy'];
  const answered = ['status', 'respondedAt', 'messageId'];
  await createEndedIndex(db, 'completed', [...answered, 'channelId', ...asked]);
  await createEndedIndex(db, 'completed', ['channelId', ...answered, ...asked]);
  await createEndedIndex(db, 'expired', ['channelId', 'status', 'expiresAt', 'messageId', 'type']);
}

/** The verdict of an answer as the inbox of this version tells it. */
const verdict = sql`case
  when json_type(response, '$._dismissed') = 'true' then 'dismissed'
  when type = 'approval' then case json_extract(response, '$.selectedOption')
    when ${approving()} then 'approved'
    when ${refusing()} then 'rejected'
    else 'other' end
  when type = 'diff-review' then case json_extract(response, '$.verdict')
    when 'approve' then 'approved'
    when 'request-changes' then 'changes-requested'
    else 'other' end
  else 'other' end`;

/** The first of style primary, else the first whose id says yes. */
function approving() {
  return sql`coalesce(
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.style' = 'primary' order by key limit 1),
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.id' in ('approve', 'yes', 'ok', 'allow') order by key limit 1))`;
}

/** The first of style danger, else the first whose id says no; never the one that approves. */
function refusing() {
  const isOther = sql`value ->> '$.id' is not ${approving()}`;
  return sql`coalesce(
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.style' = 'danger' and ${isOther} order by key limit 1),
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.id' in ('reject', 'no', 'deny') and ${isOther} order by key limit 1))`;
}

async function createEndedIndex(
  db: Kysely<unknown>,
  status: string,
  columns: string[],
): Promise<void> {
  await db.schema
    .createIndex(`reviews_${status}_${columns.join('_')}`)
    .on('reviews')
    .columns(columns)
    .where(sql.ref('status'), '=', sql.lit(status))
    .execute();
}
