import type { Tx } from '../../storage/store.ts';
import { invalid } from '../errors.ts';
import type { Attachment } from './schema.ts';
import { claimableAttachments, setMessageOf, setUploadMessage } from './table.ts';

/**
 * Hangs files of its channel that no other message holds on a message. A message that an upload made
 * and that says nothing gives its file up, as OpenClaw expects: it uploads first and then sends.
 * @returns the files, and the messages that are empty now
 */
export async function claimFiles(
  tx: Tx,
  { id, channelId }: { id: string; channelId: string },
  attachmentIds: string[],
): Promise<{ attachments: Attachment[]; emptied: string[] }> {
  if (attachmentIds.length === 0) return { attachments: [], emptied: [] };
  const files = await claimableAttachments(tx, channelId, attachmentIds);
  const issues = attachmentIds.flatMap((attachmentId, index) => {
    if (files.some((file) => file.id === attachmentId)) return [];
    const message = 'Unknown file id, or the file is already attached to another message';
    return [{ code: 'custom', message, path: ['attachmentIds', String(index)] }];
  });
  if (issues.length > 0) throw invalid(issues);
  await setMessageOf(tx, attachmentIds, id);
  const attachments = files.map((file) => ({ ...file, messageId: id }));
  return { attachments, emptied: files.flatMap((file) => file.messageId ?? []) };
}

/** Within the change of an upload: its message is the file's own, and gives it up to another. */
export const noteUpload = (tx: Tx, fileId: string, messageId: string) =>
  setUploadMessage(tx, fileId, messageId);
