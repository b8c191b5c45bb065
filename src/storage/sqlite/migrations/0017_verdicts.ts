import { type Kysely, sql } from 'kysely';

/**
 * Filters answered questions by verdict and by person: both are stored beside the answer, and the
 * indexes contain all columns of the filters, so that a page and its total never read a payload.
 * Also stores when and how the agent first learnt of the end; unknown for older answers.
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

/** The verdict of an answer, as this version of the inbox computes it. */
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

/** The first with style primary, otherwise the first whose id says yes. */
function approving() {
  return sql`coalesce(
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.style' = 'primary' order by key limit 1),
    (select value ->> '$.id' from json_each(payload, '$.options')
      where value ->> '$.id' in ('approve', 'yes', 'ok', 'allow') order by key limit 1))`;
}

/** The first with style danger, otherwise the first whose id says no; never the approving one. */
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
