import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { invalid } from '../core/errors.ts';
import type { IncomingBytes } from '../core/files/bytes.ts';
import { listFiles, openFile, storeFile } from '../core/files/files.ts';
import { Attachment, ListedFile, ListFiles, NewFile } from '../core/files/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { toIssues } from '../core/issues.ts';
import { uploadFile } from '../core/messages/uploading.ts';
import { download } from './download.ts';
import { ErrorBody, failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

import { downloadAnswers, uploadForm } from './openapi/files.ts';
import { readUpload } from './upload-form.ts';

const uploading = (operationId: string, summary: string) => ({
  parse: 'none' as const,
  detail: { operationId, summary, requestBody: uploadForm },
  response: { 201: Attachment, ...failures, 413: ErrorBody, 415: ErrorBody },
});

export const fileRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/files', detail: { tags: ['Files'] } })
    .use(withCaller)
    .post(
      '/upload',
      async ({ caller, request, status }) =>
        status(201, await receive(inbox, caller, request, uploadFile)),
      uploading('uploadFile', 'Upload a file and send it as a message'),
    )
    .post(
      '/store',
      async ({ caller, request, status }) =>
        status(201, await receive(inbox, caller, request, storeFile)),
      uploading('storeFile', 'Upload a file to attach to a message later'),
    )
    .get('/', ({ caller, query }) => listFiles(inbox, caller, query), {
      query: ListFiles,
      detail: { operationId: 'listFiles', summary: 'List files, newest first' },
      response: { 200: z.array(ListedFile), ...failures },
    })
    .get(
      '/:id/download',
      async ({ caller, params, request }) =>
        download(await openFile(inbox, caller, params.id), request.headers),
      {
        params: z.object({ id: Id }),
        detail: {
          operationId: 'downloadFile',
          summary: 'Download a file, or a range of it',
          responses: downloadAnswers,
        },
        response: { 200: z.instanceof(Blob), ...failures },
      },
    );

type Verb = typeof storeFile;

/**
 * The bytes are written to the disk as they arrive; whether they stay is decided after the end of
 * the form.
 */
async function receive(
  inbox: Inbox,
  caller: Caller,
  request: Request,
  verb: Verb,
): Promise<Attachment> {
  await using bytes: IncomingBytes = await inbox.files.receive();
  const { maxFileSize } = inbox.files;
  const { fields, file } = await readUpload(request, maxFileSize, bytes.write);
  // OpenClaw and n8n name the part with the channel differently.
  const channelId = fields.get('channelId') ?? fields.get('channel');
  const parsed = NewFile.safeParse({ channelId, file });
  if (!parsed.success) throw invalid(toIssues(parsed.error.issues));
  // Without await, the bytes would be disposed of before their record is made.
  return await verb(inbox, caller, parsed.data, bytes);
}
