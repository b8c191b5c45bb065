import { type Compilable, sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import { type Channels, idsOf } from '../access/callers.ts';
import { isPresent } from '../removed-channels.ts';
import { Attachment } from './schema.ts';

/** All columns except the internal ones. */
export const shown = Attachment.keyof().options.map((name) => `attachments.${name}` as const);

export const selectAttachments = (db: Tx, scope: Channels) =>
  db
    .selectFrom('attachments')
    .select(shown)
    .where(isPresent(db, 'attachments.channelId'))
    .$if(scope !== 'all', (query) => query.where('channelId', 'in', idsOf(scope)));

const filesOfMessages = prepared<{ messageIds: JsonList }, Attachment>(
  (db, parameter) =>
    selectAttachments(db, 'all')
      .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
      .orderBy('id') as Compilable<Attachment>,
);

/** Returns the files attached to these messages, oldest first. */
export const filesOf = (db: Tx, messageIds: string[]): Promise<Attachment[]> =>
  filesOfMessages(db, { messageIds: JSON.stringify(messageIds) });

/** Returns the SHA-256 of uploaded files by id. */
export async function sumsOf(db: Tx, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const files = db.selectFrom('attachments').select(['id', 'sha256']).where('id', 'in', ids);
  return new Map((await files.execute()).map(({ id, sha256 }) => [id, sha256]));
}

/** A condition: the message has files. */
export const filesWith = (db: Tx, messageId: string) =>
  db
    .selectFrom('attachments')
    .select('attachments.id')
    .where('attachments.messageId', '=', sql.ref<string>(messageId));

/** Counts files and their bytes. */
export async function countFiles(db: Tx): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('attachments')
    .where(isPresent(db, 'attachments.channelId'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('size').as('bytes'),
    ])
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}
