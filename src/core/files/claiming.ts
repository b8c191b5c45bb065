import type { Tx } from '../../storage/open.ts';
import { invalid } from '../errors.ts';
import type { Attachment } from '../messages/schema.ts';
import { attachmentsById, setMessageOf } from './table.ts';

/** Hangs stored files on a message: files of its channel that no other message holds. */
export async function claimFiles(
  tx: Tx,
  { id, channelId }: { id: string; channelId: string },
  attachmentIds: string[],
): Promise<Attachment[]> {
  if (attachmentIds.length === 0) return [];
  const files = await attachmentsById(tx, channelId, attachmentIds);
  const free = files.filter((file) => file.messageId === null);
  const issues = attachmentIds.flatMap((attachmentId, index) => {
    if (free.some((file) => file.id === attachmentId)) return [];
    const message = 'There is no file with this id that the message could hold';
    return [{ code: 'custom', message, path: ['attachmentIds', String(index)] }];
  });
  if (issues.length > 0) throw invalid(issues);
  await setMessageOf(tx, attachmentIds, id);
  return free.map((file) => ({ ...file, messageId: id }));
}
