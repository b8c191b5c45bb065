import type { Tx } from '../../storage/open.ts';
import type { Attachment } from '../messages/schema.ts';

export async function attachmentsById(db: Tx, channelId: string, ids: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .selectAll()
    .where('channelId', '=', channelId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows as Attachment[];
}

export async function setMessageOf(tx: Tx, ids: string[], messageId: string) {
  await tx.updateTable('attachments').set({ messageId }).where('id', 'in', ids).execute();
}
