/** What a form, the bytes of a file and a table look like: no schema of a route can say it. */
import type { DocumentDecoration } from 'elysia';

const binary = { type: 'string' as const, format: 'binary' };
const channel = { type: 'string' as const, description: 'The channel, by either name' };
const content = { '*/*': { schema: binary } };

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
  200: { description: 'The bytes', content },
  206: { description: 'The bytes of the range', content },
  304: { description: 'The caller has them, as the ETag says' },
  416: { description: 'The file has no such range' },
};

export const exportAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: {
    description: 'As the `format` asks: a JSON array, or CSV after RFC 4180 in UTF-8',
    content: {
      'application/json': {
        schema: { type: 'array', items: { $ref: '#/components/schemas/ExportedQuestion' } },
      },
      'text/csv': { schema: { type: 'string' } },
    },
  },
};
