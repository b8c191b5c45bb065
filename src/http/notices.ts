import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Notice } from '../core/reach/schema.ts';
import { listNotices } from '../core/reviews/notices.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const noticeRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(withCaller)
    .get('/:id/notices', ({ caller, params }) => listNotices(inbox, caller, params.id), {
      params,
      detail: {
        operationId: 'listNotices',
        summary: 'List who was notified of a review, how, and when',
      },
      response: { 200: z.array(Notice), ...failures },
    });
