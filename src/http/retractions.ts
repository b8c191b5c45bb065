import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Inbox } from '../core/inbox.ts';
import { listRetracted } from '../core/retractions/retractions.ts';
import { ListRetracted, Retracted } from '../core/retractions/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { headersNamed } from './openapi/headers.ts';
import { withLists } from './query.ts';

export const retractionRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } }).use(withCaller).get(
    '/retracted',
    async ({ caller, query, set }) => {
      const { data, nextCursor } = await listRetracted(inbox, caller, query);
      if (nextCursor !== null) set.headers['inbox-next-cursor'] = nextCursor;
      return data;
    },
    {
      query: ListRetracted,
      transform: withLists('channel', 'type', 'respondedBy'),
      detail: {
        operationId: 'listRetractedReviews',
        summary: 'List retracted questions, latest first',
        headers: headersNamed('Inbox-Next-Cursor'),
      },
      response: { 200: z.array(Retracted), ...failures },
    },
  );
