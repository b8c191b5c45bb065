import type { BunFile } from 'bun';
import type { Caller } from '../access/callers.ts';
import { scopeOf, sees } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { noteCall } from '../channels/alive.ts';
import { notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { IncomingBytes } from './bytes.ts';
import { findFiles } from './listing.ts';
import { mustFitChannel } from './quota.ts';
import type { Attachment, ListedFile, ListFiles, NewFile } from './schema.ts';
import { findAttachment, insertAttachment } from './table.ts';

/** Stores a file for a later message; removed after a day if none attaches it. */
export async function storeFile(
  inbox: Inbox,
  caller: Caller,
  input: NewFile,
  bytes: IncomingBytes,
): Promise<Attachment> {
  if (!sees(caller, input.channelId)) throw notFound('Channel');
  return bytes.keep(() =>
    changeBy(inbox, caller, async (change) => {
      await noteCall(change, input.channelId);
      return insertFile(change, input, bytes);
    }),
  );
}

/** Newest first. */
export const listFiles = (inbox: Inbox, caller: Caller, list: ListFiles): Promise<ListedFile[]> =>
  findFiles(inbox.store.read, scopeOf(caller, list.channel), list);

export async function openFile(
  inbox: Inbox,
  caller: Caller,
  id: string,
): Promise<{ attachment: Attachment; bytes: BunFile }> {
  const attachment = await findAttachment(inbox.store.read, scopeOf(caller), id);
  // The record is read before the bytes: both may have been deleted in between.
  const bytes = attachment && (await inbox.files.open(attachment.storageKey));
  if (!bytes) throw notFound('File');
  return { attachment, bytes };
}

/** Its id and time are drawn in the change, so that they follow the order of the commits. */
export async function insertFile(
  change: Change,
  { channelId, file }: NewFile,
  { storageKey, size, sha256 }: IncomingBytes,
): Promise<Attachment> {
  const { inbox } = change;
  await mustFitChannel(change, { channelId, size });
  const attachment: Attachment = {
    id: inbox.newId(),
    messageId: null,
    channelId,
    pluginType: 'file',
    ...file,
    size,
    storageKey,
    createdAt: toTimestamp(inbox.now()),
  };
  await insertAttachment(change, { ...attachment, sha256, uploadMessageId: null });
  return attachment;
}
