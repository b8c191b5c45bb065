import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Inbox } from '../core/inbox.ts';
import { findOAuth, finishOAuth } from '../core/oauth/relay.ts';
import { OAuthAnswer } from '../core/oauth/schema.ts';
import { type Outcome, oauthPage, policy } from './oauth/page.ts';
import { callbackAnswers, callbackParameters } from './openapi/oauth.ts';
import { searchOf } from './query.ts';

/**
 * The routes that an OAuth provider sends a person's browser back to; the person has no credential
 * here.
 */
export const oauthRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/oauth', detail: { tags: ['OAuth'] } }).get(
    '/callback',
    async ({ request, set }) => {
      const outcome = await finish(inbox, request);
      set.status = outcome ? 200 : 400;
      set.headers['content-type'] = 'text/html; charset=utf-8';
      set.headers['content-security-policy'] = policy;
      // The address contains the code.
      set.headers['referrer-policy'] = 'no-referrer';
      return oauthPage(outcome ?? ended);
    },
    {
      detail: {
        operationId: 'finishOAuth',
        summary: 'Receive the redirect of an OAuth provider',
        public: true,
        parameters: callbackParameters,
        responses: callbackAnswers,
      },
      response: { 200: z.string(), 400: z.string() },
    },
  );

const ended: Outcome = {
  worked: false,
  title: 'This link has expired',
  lines: [
    'A login link works once and expires after ten minutes.',
    'Close this window and ask the agent for a new link.',
  ],
};

/** Passes the answer on to the agent; undefined if no flow is waiting for it. */
async function finish(inbox: Inbox, request: Request): Promise<Outcome | undefined> {
  const answer = answerIn(searchOf(request));
  // A mail scanner that checks the link must not use it up.
  const use = request.method === 'HEAD' ? findOAuth : finishOAuth;
  const flow = answer && (await use(inbox, answer));
  if (!flow) return undefined;
  const close = 'You can close this window.';
  if (answer.error === undefined) {
    const went = `${flow.provider} has responded. The agent will continue on its own.`;
    return { worked: true, title: 'Done', lines: [went, close] };
  }
  const went = `${flow.provider} returned an error. The agent has been notified.`;
  const said = [answer.error, answer.errorDescription].filter(Boolean).join(': ');
  return { worked: false, title: 'Something went wrong', lines: [went, close], said };
}

const names = {
  state: 'state',
  code: 'code',
  error: 'error',
  errorDescription: 'error_description',
};

function answerIn(search: URLSearchParams): OAuthAnswer | undefined {
  const values = Object.entries(names).map(([field, name]) => [field, given(search, name)]);
  return OAuthAnswer.safeParse(Object.fromEntries(values)).data;
}

/**
 * RFC 6749: an empty value counts as missing, and no parameter may appear twice; a list matches no
 * schema.
 */
function given(search: URLSearchParams, name: string): string | string[] | undefined {
  const values = search.getAll(name);
  return values.length > 1 ? values : values[0] || undefined;
}
