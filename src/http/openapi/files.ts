/** What a form and the bytes of a file look like: no schema of a route can say it. */
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
