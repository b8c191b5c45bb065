import { Elysia } from 'elysia';
import { z } from 'zod';
import { CreateToken, ListTokens, NewToken, Token } from '../core/access/schema.ts';
import { createToken, listTokens, removeToken } from '../core/access/tokens.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { headersNamed } from './openapi/headers.ts';
import { Paged, paged } from './paged.ts';

export const tokenRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/tokens', detail: { tags: ['Tokens'] } })
    .use(withCaller)
    .get(
      '/',
      async (context) => {
        const { caller, query } = context;
        return paged(await listTokens(inbox, caller, query), context);
      },
      {
        query: ListTokens.extend(Paged.shape),
        detail: {
          operationId: 'listTokens',
          summary: 'List your tokens, or as an owner those of other users',
          headers: headersNamed('Inbox-Next-Cursor'),
        },
        response: { 200: z.array(Token), ...failures },
      },
    )
    .post(
      '/',
      async ({ caller, body, status }) => status(201, await createToken(inbox, caller, body)),
      {
        body: CreateToken,
        parse: json,
        detail: { operationId: 'createToken', summary: 'Create a token' },
        response: { 201: NewToken, ...failures },
      },
    )
    .delete('/:id', ({ caller, params }) => removeToken(inbox, caller, params.id), {
      params: z.object({ id: Id }),
      parse: 'none',
      detail: { operationId: 'revokeToken', summary: 'Revoke a token' },
      response: { 200: z.object({ deleted: z.literal(true) }), ...failures },
    });
