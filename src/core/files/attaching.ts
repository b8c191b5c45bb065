import { invalid } from '../errors.ts';
import type { Change } from '../inbox.ts';
import type { Attachment } from './schema.ts';
import { claimableAttachments, setMessageOf, setUploadMessage } from './table.ts';

/**
 * Attaches unattached files of its channel to a message. An empty message that an upload created
 * gives up its file, as OpenClaw expects: it uploads first and sends later.
 * @returns the files, and the messages that are now empty
 */
export async function attachFiles(
  change: Change,
  { id, channelId }: { id: string; channelId: string },
  attachmentIds: string[],
): Promise<{ attachments: Attachment[]; emptied: string[] }> {
  if (attachmentIds.length === 0) return { attachments: [], emptied: [] };
  const files = await claimableAttachments(change.tx, channelId, attachmentIds);
  const issues = attachmentIds.flatMap((attachmentId, index) => {
    if (files.some((file) => file.id === attachmentId)) return [];
    const message = 'Unknown file id, or the file is already attached to another message';
    return [{ code: 'custom', message, path: ['attachmentIds', String(index)] }];
  });
  if (issues.length > 0) throw invalid(issues);
  await setMessageOf(change, attachmentIds, id);
  const attachments = files.map((file) => ({ ...file, messageId: id }));
  return { attachments, emptied: files.flatMap((file) => file.messageId ?? []) };
}

/** Records that a message was made by an upload, and exists only for this file. */
export const noteUpload = (change: Change, fileId: string, messageId: string) =>
  setUploadMessage(change, fileId, messageId);
