/** The hooks of coding agents: https://code.claude.com/docs/en/hooks is where the form comes from. */
import { Elysia } from 'elysia';
import { z } from 'zod';
import { ClientName } from '../core/enrolments/schema.ts';
import { InboxError } from '../core/errors.ts';
import { callHook, type Hook, refuseHook } from '../core/hooks/hooks.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { isJsonObject } from '../core/json.ts';
import { DEFAULT_EXPIRES_IN_SECONDS, LONGEST_SECONDS } from '../core/reviews/schema.ts';
import { foreignJson } from './body.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';

const headers = z.object({
  'x-inbox-channel': Id.optional().describe('Required for a key of several channels'),
  'user-agent': z.string().optional(),
});

const query = z.object({
  expires: z.coerce
    .number()
    .int()
    .min(1)
    .max(LONGEST_SECONDS)
    .default(DEFAULT_EXPIRES_IN_SECONDS)
    .describe(
      'Seconds until the question expires: at most as long as the client keeps the call open',
    ),
});

export const hookRoutes = (inbox: Inbox, large: Large) =>
  new Elysia({ prefix: '/hooks', detail: { tags: ['Hooks'] } }).use(withCaller).post(
    '/:client',
    async ({ caller, params, query, headers, body, request }) => {
      const hook: Hook = {
        client: params.client,
        version: versionIn(headers['user-agent'] ?? ''),
        channelId: headers['x-inbox-channel'] ?? null,
        expiresInSeconds: query.expires,
      };
      return large.held(request, async () => {
        if (body instanceof InboxError) return refuseHook(inbox, caller, hook, body.message);
        if (!isJsonObject(body))
          return refuseHook(inbox, caller, hook, 'The body must be a JSON object');
        return callHook(inbox, caller, hook, body, request.signal);
      });
    },
    {
      params: z.object({ client: ClientName }),
      query,
      headers,
      body: documentOnly(z.looseObject({})),
      parse: foreignJson,
      detail: {
        operationId: 'answerHook',
        summary: 'Answer the hook of a coding agent',
        description:
          "The body and the answer are the client's own JSON. The call is held until a person decides, with white space every 20 seconds. An empty answer leaves the decision to the client.",
      },
      response: { 200: documentOnly(z.looseObject({})), ...failures },
    },
  );

/** The client's own version, as in `claude-code/2.1.330`. */
const versionIn = (agent: string): string | null =>
  /^[\w-]{1,40}\/(\d[\w.+-]{0,40})/.exec(agent)?.[1] ?? null;
