/** The bodies that no schema of a route can describe: a form, the bytes of a file and a table. */
import type { DocumentDecoration } from 'elysia';
import { headersNamed } from './headers.ts';
import { reference } from './schemas.ts';

const binary = { type: 'string' as const, format: 'binary' };
const channel = {
  type: 'string' as const,
  minLength: 1,
  description: 'Channel id; both parameter names are accepted',
};
/** Sent with the type that the file was uploaded with. */
const content = { 'application/octet-stream': { schema: binary }, '*/*': { schema: binary } };
const headers = headersNamed('Content-Disposition', 'ETag', 'Accept-Ranges');
const problem = { 'application/json': { schema: reference('Problem') } };

export const uploadForm: NonNullable<DocumentDecoration['requestBody']> = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { channelId: channel, channel, file: binary },
      },
    },
  },
};

export const downloadAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: { description: 'The file, with its Content-Type', content, headers },
  206: {
    description: 'The requested range',
    content,
    headers: { ...headers, ...headersNamed('Content-Range') },
  },
  304: { description: 'Not modified: the ETag matches', headers: headersNamed('ETag') },
  416: {
    description: 'The range is outside of the file',
    content: problem,
    headers: headersNamed('Content-Range'),
  },
};

export const documentAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: {
    description: 'The OpenAPI document',
    content: { 'application/json': { schema: { type: 'object' } } },
    headers: headersNamed('ETag', 'Inbox-Seq', 'Inbox-Log'),
  },
  304: {
    description: 'Not modified: the ETag matches',
    headers: headersNamed('ETag', 'Inbox-Seq', 'Inbox-Log'),
  },
  429: { $ref: '#/components/responses/TooMany' },
};

export const exportAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: {
    description: 'A JSON array or CSV (RFC 4180, UTF-8), depending on `format`',
    content: {
      'application/json': {
        schema: { type: 'array', items: reference('ExportedQuestion') },
      },
      'text/csv': { schema: { type: 'string' } },
    },
    headers: headersNamed('Content-Disposition'),
  },
};
