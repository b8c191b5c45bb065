/** The upload of one file. `fetch` reports no progress of what it sends; this does. */

import type { Attachment } from '../../core/files/schema.ts';
import { base } from '../data/base.ts';

export type Upload = { done: Promise<Attachment>; cancel: () => void };

/** @param onProgress from 0 to 1 */
export function startUpload(
  channelId: string,
  file: File,
  onProgress: (share: number) => void,
): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<Attachment>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as Attachment);
      else reject(new Error(sentenceOf(request)));
    });
    request.addEventListener('error', () => reject(new Error('The upload was interrupted')));
    request.addEventListener('abort', () => reject(new Error('Cancelled')));
  });
  const form = new FormData();
  form.append('channelId', channelId);
  form.append('file', file, file.name);
  request.open('POST', `${base}/api/v1/files/store`);
  request.send(form);
  return { done, cancel: () => request.abort() };
}

/** Returns the server's reason for refusing a file. */
function sentenceOf({ status, responseText }: XMLHttpRequest): string {
  try {
    const { message, errors } = JSON.parse(responseText);
    return errors?.[0]?.message ?? message;
  } catch {
    return `Upload failed (HTTP ${status})`;
  }
}
