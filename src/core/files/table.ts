import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type Channels, idsOf } from '../access/callers.ts';
import { nameOfUser } from '../access/names.ts';
import type { Change } from '../inbox.ts';
import type { Attachment, ListedFile } from './schema.ts';
import { selectAttachments, shown } from './stored.ts';

export const insertAttachment = ({ tx }: Change, row: Row<'attachments'>) =>
  tx.insertInto('attachments').values(row).execute();

export async function findAttachment(db: Tx, scope: Channels, id: string) {
  return (await selectAttachments(db, scope).where('id', '=', id).executeTakeFirst()) as
    | Attachment
    | undefined;
}

type Which = { ids?: string[]; before?: string | undefined; limit: number };

/** Newest first: a page, or the files with these ids. */
export async function listedFiles(db: Tx, scope: Channels, { ids, before, limit }: Which) {
  const rows = await db
    .selectFrom('attachments')
    .leftJoin('messages', 'messages.id', 'attachments.messageId')
    .select(shown)
    .select(['messages.senderType', nameOfUser(db, 'messages.senderId').as('senderName')])
    .$if(scope !== 'all', (q) => q.where('attachments.channelId', 'in', idsOf(scope)))
    .$if(ids !== undefined, (q) => q.where('attachments.id', 'in', ids ?? []))
    .$if(before !== undefined, (q) => q.where('attachments.id', '<', before ?? ''))
    .orderBy('attachments.id', 'desc')
    .limit(limit)
    .execute();
  return rows as ListedFile[];
}

/** Names and types only, newest first. */
export const fileNames = (db: Tx, scope: Channels, { before, limit }: Which) =>
  db
    .selectFrom('attachments')
    .select(['id', 'filename', 'mimeType'])
    .$if(scope !== 'all', (q) => q.where('channelId', 'in', idsOf(scope)))
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/**
 * Returns the channel's files among these that no message has attached, or only the one their
 * upload created.
 */
export async function claimableAttachments(db: Tx, channelId: string, ids: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .leftJoin('messages', 'messages.id', 'attachments.messageId')
    .select(shown)
    .where('attachments.channelId', '=', channelId)
    .where('attachments.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('attachments.messageId', 'is', null),
        eb('attachments.messageId', '=', eb.ref('attachments.uploadMessageId')),
      ]),
    )
    .where('messages.text', 'is', null)
    .orderBy('attachments.id')
    .execute();
  return rows as Attachment[];
}

/** Sums the bytes of a channel's files. */
export async function bytesOfChannel(db: Tx, channelId: string): Promise<number> {
  const row = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

export async function setMessageOf({ tx }: Change, ids: string[], messageId: string) {
  await tx.updateTable('attachments').set({ messageId }).where('id', 'in', ids).execute();
}

export async function setUploadMessage({ tx }: Change, id: string, uploadMessageId: string) {
  await tx.updateTable('attachments').set({ uploadMessageId }).where('id', '=', id).execute();
}

/** Returns the keys that have a record. */
export async function knownStorageKeys(db: Tx, storageKeys: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .select('storageKey')
    .where('storageKey', 'in', storageKeys)
    .execute();
  return rows.map((row) => row.storageKey);
}

/** Deletes the records of some files unattached since that time; returns their keys. */
export async function deleteUnattached({ tx }: Change, before: string, limit: number) {
  const unattached = tx
    .selectFrom('attachments')
    .select('id')
    .where('messageId', 'is', null)
    .where('createdAt', '<=', before)
    .limit(limit);
  const rows = await tx
    .deleteFrom('attachments')
    .where('id', 'in', unattached)
    .returning('storageKey')
    .execute();
  return rows.map((row) => row.storageKey);
}
