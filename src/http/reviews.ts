import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Message, PendingMessage } from '../core/messages/schema.ts';
import { answererThrough } from '../core/notify/receipts.ts';
import { reviewRecord } from '../core/reviews/record.ts';
import { answerReview, getReview, listPending } from '../core/reviews/reviews.ts';
import {
  Ended,
  ListPending,
  RespondBody,
  ReviewRecord,
  WaitQuery,
  WithdrawBody,
} from '../core/reviews/schema.ts';
import { waitForReview } from '../core/reviews/waiting.ts';
import { withdrawReview } from '../core/reviews/withdrawing.ts';
import { json } from './body.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';
import { headersNamed } from './openapi/headers.ts';
import { searchOf } from './query.ts';
import { NOTICE_HEADER } from './receipts.ts';

const params = z.object({ id: Id });
const query = z.object({ channel: Id.optional() });

const WaitOutcome = z
  .object({
    status: z.enum([...Ended.options, 'timeout']),
    message: Message.optional().describe('Absent on timeout'),
  })
  .meta({ id: 'WaitOutcome' });

export const reviewRoutes = (inbox: Inbox, large: Large) =>
  new Elysia({ prefix: '/reviews', detail: { tags: ['Reviews'] } })
    .use(withCaller)
    .get(
      '/pending',
      async ({ caller, query, request, set }) => {
        const channel = searchOf(request).getAll('channel');
        const list = { ...query, channel: channel.length > 0 ? channel : undefined };
        const { parts, nextCursor, total } = await listPending(inbox, caller, list);
        set.headers['inbox-total'] = `${total}`;
        if (nextCursor !== null) set.headers['inbox-next-cursor'] = nextCursor;
        return large.list(request, parts);
      },
      {
        query: ListPending,
        detail: {
          operationId: 'listPendingReviews',
          summary: 'List pending reviews, by default soonest to expire first',
          description:
            'The header `Inbox-Total` contains the total. If there are more pages, `Inbox-Next-Cursor` contains the `cursor` of the next one.',
          headers: headersNamed('Inbox-Total', 'Inbox-Next-Cursor'),
        },
        response: { 200: documentOnly(z.array(PendingMessage)), ...failures },
      },
    )
    .get(
      '/:id',
      ({ caller, params, query }) => getReview(inbox, caller, params.id, query.channel),
      {
        params,
        query,
        detail: { operationId: 'getReview', summary: 'Get the message with the review' },
        response: { 200: documentOnly(Message), ...failures },
      },
    )
    .get('/:id/record', ({ caller, params }) => reviewRecord(inbox, caller, params.id), {
      params,
      detail: {
        operationId: 'getReviewRecord',
        summary: 'Get the record of a review',
        description:
          'What the answering user authenticated with, the digests, and when the agent was notified.',
      },
      response: { 200: ReviewRecord, ...failures },
    })
    .get(
      '/:id/wait',
      async ({ caller, params, query, request }) => {
        const { channel, timeout: timeoutMs } = query;
        const { signal } = request;
        const waiting = { channel, timeoutMs, signal };
        return large.awaited(request, await waitForReview(inbox, caller, params.id, waiting));
      },
      {
        params,
        query: WaitQuery,
        detail: { operationId: 'waitForReview', summary: 'Wait for an answer' },
        response: { 200: documentOnly(WaitOutcome), ...failures },
      },
    )
    .post(
      '/:id/respond',
      async ({ caller, params, body, request }) => {
        const proof = request.headers.get(NOTICE_HEADER);
        const answerer = await answererThrough(inbox, caller, params.id, proof);
        return answerReview(inbox, answerer, params.id, body.response, body.seq);
      },
      {
        params,
        body: RespondBody,
        parse: json,
        detail: { operationId: 'answerReview', summary: 'Answer a review' },
        response: { 200: documentOnly(Message), ...failures },
      },
    )
    .post(
      '/:id/withdraw',
      ({ caller, params, body }) => withdrawReview(inbox, caller, params.id, body),
      {
        params,
        body: WithdrawBody,
        parse: json,
        detail: {
          operationId: 'withdrawReview',
          summary: 'Withdraw a review that you have asked',
          description:
            'Keys only: it is no longer asked, for example because it was answered elsewhere, and stays readable. Repeating it changes nothing.',
        },
        response: { 200: documentOnly(Message), ...failures },
      },
    );
