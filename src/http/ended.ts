import { Elysia } from 'elysia';
import { endedFacets } from '../core/ended/facets.ts';
import { EndedFacets } from '../core/ended/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

/** For people: the record of what was decided. */
export const endedRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(guarded)
    .get('/facets', ({ caller }) => endedFacets(inbox, caller), {
      detail: { summary: 'List who has answered and which kinds ended: values to filter by' },
      response: { 200: EndedFacets, ...failures },
    });
