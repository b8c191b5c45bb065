import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { markRead, markUnread } from '../core/reviews/reads.ts';
import { ReadState } from '../core/reviews/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const readRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(withCaller)
    .post('/:id/seen', ({ caller, params }) => markRead(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: {
        operationId: 'markReviewSeen',
        summary: 'Report that you have seen a pending review',
        description: 'Also marks it as read. Notices to you about it are delayed by two minutes.',
      },
      response: { 200: ReadState, ...failures },
    })
    .post('/:id/read', ({ caller, params }) => markRead(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: {
        operationId: 'markReviewRead',
        summary: 'Mark a pending review as read, for yourself only',
      },
      response: { 200: ReadState, ...failures },
    })
    .delete('/:id/read', ({ caller, params }) => markUnread(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: {
        operationId: 'markReviewUnread',
        summary: 'Mark a pending review as unread, for yourself only',
      },
      response: { 200: ReadState, ...failures },
    });
