import { Elysia } from 'elysia';
import { z } from 'zod';
import { exportEnded } from '../core/ended/export.ts';
import { endedFacets } from '../core/ended/facets.ts';
import { EndedFacets, ExportEnded, ExportedQuestion } from '../core/ended/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { exported } from './exported.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';
import { exportAnswers } from './openapi/files.ts';
import { withLists } from './query.ts';

/** For people: the record of past decisions. */
export const endedRoutes = (inbox: Inbox, large: Large) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(withCaller)
    .get('/facets', ({ caller }) => endedFacets(inbox, caller), {
      detail: {
        operationId: 'listReviewFacets',
        summary: 'List the users and review types that answered questions can be filtered by',
      },
      response: { 200: EndedFacets, ...failures },
    })
    .get(
      '/export',
      async ({ caller, query, request }) => {
        const questions = await exportEnded(inbox, caller, query);
        const { pieces, headers } = exported(inbox, questions, query);
        return large.text(request, pieces, headers);
      },
      {
        query: ExportEnded,
        transform: withLists('channel', 'type', 'respondedBy', 'verdict'),
        detail: {
          operationId: 'exportReviews',
          summary: 'Export answered or expired questions as JSON or CSV',
          description:
            'Takes the same filters as the list; latest first. Retracted questions that had been answered are included, unless `search` or `verdict` is given. CSV cells that a spreadsheet would read as a formula are prefixed with an apostrophe.',
          responses: exportAnswers,
        },
        response: { 200: documentOnly(z.array(ExportedQuestion)), ...failures },
      },
    );
