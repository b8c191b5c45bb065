import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import {
  confirm,
  decide,
  fillIn,
  findConfirmation,
  findDecision,
  getDecisionQuestion,
  notValid,
  openDecisionFile,
} from '../core/notify/decide.ts';
import {
  Confirmation,
  Decision,
  DecisionAnswers,
  DecisionQuestion,
} from '../core/notify/decision-schema.ts';
import { answerLine } from '../core/reviews/kinds/answer-words.ts';
import { json } from './body.ts';
import { download } from './download.ts';
import { failures } from './errors.ts';
import { bearerIn } from './gates/credential.ts';
import type { ResponseHeaders } from './gates/incoming.ts';
import type { RateLimit } from './gates/rate-limit.ts';
import { downloadAnswers } from './openapi/files.ts';

type Options = { rateLimit: RateLimit; addressOf: (request: Request) => string | null };

/** The link, of an answer or of a test, is the only credential, and nothing is decided by a GET. */
export function decideRoutes(inbox: Inbox, { rateLimit, addressOf }: Options) {
  const charged = async <Link extends { contactId: string }>(
    request: Request,
    headers: ResponseHeaders,
    find: (inbox: Inbox, text: string) => Promise<Link | null>,
  ): Promise<Link> => {
    const lookUp = () => find(inbox, bearerIn(request.headers) ?? '');
    const link = await rateLimit.link(headers, addressOf(request) ?? 'here', lookUp);
    if (!link) throw notValid();
    return link;
  };
  const linkIn = (request: Request, headers: ResponseHeaders) =>
    charged(request, headers, findDecision);
  const findEither = async (inbox: Inbox, text: string) =>
    (await findConfirmation(inbox, text)) ?? findDecision(inbox, text);
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
      async ({ request, set }): Promise<Decision | Confirmation> => {
        const link = await charged(request, set.headers, findEither);
        const address = addressOf(request);
        if ('noticeId' in link) {
          await confirm(inbox, link, address);
          return { contactId: link.contactId, confirmed: true };
        }
        return outcomeOf(await decide(inbox, link, address));
      },
      {
        parse: 'none',
        detail: {
          operationId: 'answerByLink',
          summary: 'Answer by a decision link, or confirm a contact by that of a test',
          ...shared,
        },
        response: { 200: z.union([Decision, Confirmation]), ...failures },
      },
    )
    .post(
      '/answers',
      async ({ body, request, set }) => {
        const link = await linkIn(request, set.headers);
        return outcomeOf(await fillIn(inbox, link, addressOf(request), body.response));
      },
      {
        parse: json,
        body: DecisionAnswers,
        detail: {
          operationId: 'answerOnDecisionPage',
          summary: 'Answer the questions that a decision link asks together',
          ...shared,
        },
        response: { 200: Decision, ...failures },
      },
    );
}

function outcomeOf({ id, review, again }: Awaited<ReturnType<typeof decide>>): Decision {
  const { respondedAt, respondedBy } = review;
  return { messageId: id, answer: answerLine(review), again, respondedAt, respondedBy };
}
