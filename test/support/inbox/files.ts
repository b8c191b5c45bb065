import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../../src/core/access/callers.ts';
import { storeFile } from '../../../src/core/files/files.ts';
import type { Attachment } from '../../../src/core/files/schema.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import type { TestInbox } from './inbox.ts';

type Verb = typeof storeFile;
type Given = { channelId: string; text?: string; by?: Caller; verb?: Verb };

/** Stores a file, or uploads it with `verb: uploadFile`. */
export async function givenFile(inbox: TestInbox, given: Given): Promise<Attachment> {
  const { channelId, text = 'hello', by = inbox.agent, verb = storeFile } = given;
  await using bytes = await inbox.files.receive();
  await bytes.write(Buffer.from(text));
  const file = { filename: 'hello.txt', mimeType: 'text/plain' };
  return await verb(inbox, by, { channelId, file }, bytes);
}

/** The names of all bytes on the disk. */
export const bytesIn = (data: string): string[] => readdirSync(join(data, 'files')).sort();

export const bytesOf = ({ data }: Inbox): string[] => bytesIn(data);

/** Resolves when the names in `files/` are as wanted. */
export function untilBytes(data: string, wanted: (names: string[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | undefined;
    const look = () => {
      if (!wanted(bytesIn(data))) return;
      watcher?.close();
      resolve();
    };
    watcher = watch(join(data, 'files'), look);
    look();
  });
}

/** A multipart form, its parts in this order. */
export function formOf(...parts: [name: string, value: string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

export const sha256 = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** A form cut off in the middle of its file, and the length that it claims. */
export function halfAForm(channelId: string, fileBytes = 100_000) {
  const part = (name: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${part('channelId')}${channelId}\r\n${part('file', '; filename="cut.bin"')}`;
  const sent = head + 'x'.repeat(fileBytes / 2);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return { sent, headers, contentLength: head.length + fileBytes + '\r\n--b--\r\n'.length };
}
