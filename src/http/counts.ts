import { Elysia } from 'elysia';
import type { Inbox } from '../core/inbox.ts';
import { countByChannel } from '../core/reviews/counts.ts';
import { Counts } from '../core/reviews/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const countRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Reviews'] } })
    .use(withCaller)
    .get('/counts', ({ caller }) => countByChannel(inbox, caller), {
      detail: { operationId: 'countPendingReviews', summary: 'Count pending reviews by channel' },
      response: { 200: Counts, ...failures },
    });
