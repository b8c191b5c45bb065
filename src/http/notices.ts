import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Notice, NoticePending } from '../core/notify/schema.ts';
import { countPending } from '../core/notify/together.ts';
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

export const ownNoticeRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/notices', detail: { tags: ['Contacts'] } })
    .use(withCaller)
    .get('/:id/pending', ({ caller, params }) => countPending(inbox, caller, params.id), {
      params,
      detail: {
        operationId: 'countPendingOfNotice',
        summary: 'Count the questions of a notice of yours that are still pending',
        description: 'A notification that shows such a count is corrected by it.',
      },
      response: { 200: NoticePending, ...failures },
    });
