/** The stream of events, which no schema of a route can describe. */
import type { DocumentDecoration } from 'elysia';
import { reference } from './schemas.ts';

export const eventParameters: NonNullable<DocumentDecoration['parameters']> = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
    description: 'For a stream: the seq after which to start, instead of `after`',
  },
];

export const eventAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: {
    description: 'A page, or a stream with the seq of each event as its `id`',
    content: {
      'application/json': { schema: reference('EventPage') },
      'text/event-stream': { schema: { type: 'string' } },
    },
  },
};
