import type { Caller } from '../access/callers.ts';
import { mustHaveLoggedIn, sees } from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import { noteCall } from '../channels/alive.ts';
import { notFound } from '../errors.ts';
import { noteUpload } from '../files/attaching.ts';
import type { IncomingBytes } from '../files/bytes.ts';
import { insertFile } from '../files/files.ts';
import type { Attachment, NewFile } from '../files/schema.ts';
import type { Inbox } from '../inbox.ts';
import { writeMessage } from './messages.ts';

/** Stores a file and sends a message with it. */
export async function uploadFile(
  inbox: Inbox,
  caller: Caller,
  input: NewFile,
  bytes: IncomingBytes,
): Promise<Attachment> {
  const { channelId } = input;
  if (!sees(caller, channelId)) throw notFound('Channel');
  if (caller.kind === 'human') mustHaveLoggedIn(caller);
  return bytes.keep(() =>
    changeByLogin(inbox, caller, async (change) => {
      await noteCall(change, channelId);
      const { id } = await insertFile(change, input, bytes);
      const message = await writeMessage(change, {
        channelId,
        attachmentIds: [id],
      });
      await noteUpload(change, id, message.id);
      return message.attachments[0] as Attachment;
    }),
  );
}
