import type { Compilable } from 'kysely';
import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Channels } from '../access/callers.ts';
import { Attachment } from './schema.ts';

/** All columns but what only the inbox needs to know. */
export const shown = Attachment.keyof().options.map((name) => `attachments.${name}` as const);

export const selectAttachments = (db: Tx, scope: Channels) =>
  db
    .selectFrom('attachments')
    .select(shown)
    .$if(scope !== 'all', (query) => query.where('channelId', 'in', scope as string[]));

const filesOfOne = prepared<{ messageId: string }, Attachment>(
  (db, parameter) =>
    selectAttachments(db, 'all')
      .where('messageId', '=', parameter('messageId'))
      .orderBy('id') as Compilable<Attachment>,
);

/** The files that hang on these messages, oldest first. */
export async function filesOf(db: Tx, messageIds: string[]): Promise<Attachment[]> {
  const [messageId] = messageIds;
  if (messageId !== undefined && messageIds.length === 1) return filesOfOne(db, { messageId });
  const rows = await selectAttachments(db, 'all')
    .where('messageId', 'in', messageIds)
    .orderBy('id')
    .execute();
  return rows as Attachment[];
}

/** How many files there are, and their bytes. */
export async function countFiles(db: Tx): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('attachments')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('size').as('bytes'),
    ])
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}

export async function storageKeysOf(db: Tx, channelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('storageKey')
    .where('channelId', '=', channelId)
    .execute();
  return rows.map((row) => row.storageKey);
}
