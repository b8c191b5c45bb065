/** The hooks of coding agents: https://code.claude.com/docs/en/hooks is where the form comes from. */
import { Elysia } from 'elysia';
import { z } from 'zod';
import { type ClientName, clientNames, clients, isClientName } from '../agents/clients.ts';
import { InboxError, invalidField } from '../core/errors.ts';
import { askByHook, carryOut, readHook } from '../core/hooks/hooks.ts';
import { ASKED_NOTHING } from '../core/hooks/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { DEFAULT_EXPIRES_IN_SECONDS, LONGEST_SECONDS } from '../core/reviews/schema.ts';
import { foreignJson } from './body.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { type Large, noOpinion } from './large.ts';

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
      const { client } = params;
      if (!isClientName(client)) {
        const known = `This inbox knows the hooks of ${clientNames.join(' and ')}`;
        throw new InboxError('not_found', known);
      }
      const called = {
        client,
        version: versionIn(client, headers['user-agent'] ?? ''),
        channelId: headers['x-inbox-channel'] ?? null,
        expiresInSeconds: query.expires,
      };
      const { agent, hook, call } = readHook(inbox, caller, called, readable(body));
      if (call.does === 'ask') {
        return large.held(request, () => askByHook(inbox, agent, hook, call, request.signal));
      }
      if (call.does === 'answer') return Response.json(call.answer);
      await carryOut(inbox, agent, hook, call);
      const answer = noOpinion();
      if (call.does !== 'not understood') answer.headers.set(ASKED_NOTHING, 'true');
      return answer;
    },
    {
      params: z.object({
        client: z.string().meta({ enum: clientNames }),
      }),
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

const readable = (body: unknown): JsonObject | InboxError => {
  if (body instanceof InboxError || isJsonObject(body)) return body;
  return invalidField([], 'The body must be a JSON object');
};

/**
 * The client's own version, as in `claude/2.1.332` or `claude-code/2.1.332`. A client may leave its calls to a library,
 * which has a version, too.
 */
function versionIn(client: ClientName, agent: string): string | null {
  const [, name, version] = /^([\w-]{1,40})\/(\d[\w.+-]{0,40})/.exec(agent) ?? [];
  return version !== undefined && name?.split('-')[0] === clients[client].program ? version : null;
}
