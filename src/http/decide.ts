import { Elysia } from 'elysia';
import { z } from 'zod';
import { notValid } from '../core/decisions/answer-as.ts';
import { decide, findDecision } from '../core/decisions/decide.ts';
import type { DecisionLink } from '../core/decisions/links.ts';
import { getDecisionQuestion, openDecisionFile } from '../core/decisions/question.ts';
import { Decision, DecisionQuestion } from '../core/decisions/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { answerLine } from '../core/reviews/kinds/answer-words.ts';
import { download } from './download.ts';
import { failures } from './errors.ts';
import { bearerIn } from './gates/credential.ts';
import type { ResponseHeaders } from './gates/incoming.ts';
import type { RateLimit } from './gates/rate-limit.ts';
import { downloadAnswers } from './openapi/files.ts';

type Options = { rateLimit: RateLimit; addressOf: (request: Request) => string | null };

/** What a decision link permits; the link is the only credential, and nothing is decided by a GET. */
export function decideRoutes(inbox: Inbox, { rateLimit, addressOf }: Options) {
  const linkIn = async (request: Request, headers: ResponseHeaders): Promise<DecisionLink> => {
    const lookUp = () => findDecision(inbox, bearerIn(request.headers) ?? '');
    const link = await rateLimit.link(headers, addressOf(request) ?? 'here', lookUp);
    if (!link) throw notValid();
    return link;
  };
  const shared = { public: true, security: [{ decision: [] }] };
  return new Elysia({ prefix: '/decide', detail: { tags: ['Reviews'] } })
    .get(
      '/question',
      async ({ request, set }) => getDecisionQuestion(inbox, await linkIn(request, set.headers)),
      {
        detail: {
          operationId: 'getDecisionQuestion',
          summary: 'Get the question of a decision link',
          ...shared,
        },
        response: { 200: DecisionQuestion, ...failures },
      },
    )
    .get(
      '/files/:id',
      async ({ params, request, set }) => {
        const link = await linkIn(request, set.headers);
        return download(await openDecisionFile(inbox, link, params.id), request.headers);
      },
      {
        params: z.object({ id: Id }),
        detail: {
          operationId: 'downloadDecisionFile',
          summary: 'Download a file of the question of a decision link',
          responses: downloadAnswers,
          ...shared,
        },
        response: { 200: z.instanceof(Blob), ...failures },
      },
    )
    .post(
      '/',
      async ({ request, set }): Promise<Decision> => {
        const { id, review, again } = await decide(
          inbox,
          await linkIn(request, set.headers),
          addressOf(request),
        );
        const { respondedAt, respondedBy } = review;
        return { messageId: id, answer: answerLine(review), again, respondedAt, respondedBy };
      },
      {
        parse: 'none',
        detail: {
          operationId: 'answerByLink',
          summary: 'Answer by a decision link',
          ...shared,
        },
        response: { 200: Decision, ...failures },
      },
    );
}
