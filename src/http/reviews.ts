import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Message } from '../core/messages/schema.ts';
import { answerReview, getReview, listPending } from '../core/reviews/reviews.ts';
import { RespondBody, WaitQuery } from '../core/reviews/schema.ts';
import { waitForReview } from '../core/reviews/waiting.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';
import { typed } from './typed.ts';

const params = z.object({ id: Id });
const query = z.object({ channel: Id.optional() });

const WaitOutcome = z
  .object({
    status: z.enum(['completed', 'expired', 'timeout']),
    message: Message.optional().describe('Not on timeout'),
  })
  .meta({ id: 'WaitOutcome' });

export const reviewRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(guarded)
    .get('/pending', ({ caller, query }) => listPending(inbox, caller, query.channel), {
      query,
      detail: { summary: 'List what waits, soonest to expire first' },
      response: { 200: typed(z.array(Message)), ...failures },
    })
    .get(
      '/:id',
      ({ caller, params, query }) => getReview(inbox, caller, params.id, query.channel),
      {
        params,
        query,
        detail: { summary: 'Get the message that asks' },
        response: { 200: typed(Message), ...failures },
      },
    )
    .get(
      '/:id/wait',
      ({ caller, params, query, request }) => {
        const { channel, timeout: timeoutMs } = query;
        return waitForReview(inbox, caller, params.id, {
          channel,
          timeoutMs,
          signal: request.signal,
        });
      },
      {
        params,
        query: WaitQuery,
        detail: { summary: 'Wait for the answer' },
        response: { 200: typed(WaitOutcome), ...failures },
      },
    )
    .post(
      '/:id/respond',
      ({ caller, params, body }) => answerReview(inbox, caller, params.id, body.response, body.seq),
      {
        params,
        body: RespondBody,
        parse: json,
        detail: { summary: 'Answer a review' },
        response: { 200: typed(Message), ...failures },
      },
    );
