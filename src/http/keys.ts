import { Elysia } from 'elysia';
import { z } from 'zod';
import { createKey, listKeys, revokeKey } from '../core/access/keys.ts';
import { RotateKey, rotateKey } from '../core/access/rotate-key.ts';
import { CreateKey, Key, NewKey } from '../core/access/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { headersNamed } from './openapi/headers.ts';
import { Paged, paged } from './paged.ts';

export const keyRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/keys', detail: { tags: ['Keys'] } })
    .use(withCaller)
    .get('/', async (context) => paged(await listKeys(inbox, context.caller), context), {
      query: Paged,
      detail: {
        operationId: 'listKeys',
        headers: headersNamed('Inbox-Next-Cursor'),
        summary: 'List API keys',
      },
      response: { 200: z.array(Key), ...failures },
    })
    .post(
      '/',
      async ({ caller, body, status }) => status(201, await createKey(inbox, caller, body)),
      {
        body: CreateKey,
        parse: json,
        detail: { operationId: 'createKey', summary: 'Create an API key' },
        response: { 201: NewKey, ...failures },
      },
    )
    .post(
      '/:id/rotate',
      async ({ caller, params, body, status }) =>
        status(201, await rotateKey(inbox, caller, params.id, body)),
      {
        params: z.object({ id: Id }),
        body: RotateKey,
        parse: json,
        detail: {
          operationId: 'rotateKey',
          summary: 'Rotate an API key',
          description:
            'Creates a key with the same name, channels and lifetime. The old key remains valid until `oldExpiresAt`.',
        },
        response: { 201: NewKey, ...failures },
      },
    )
    .delete('/:id', ({ caller, params }) => revokeKey(inbox, caller, params.id), {
      params: z.object({ id: Id }),
      parse: 'none',
      detail: { operationId: 'revokeKey', summary: 'Revoke an API key' },
      response: { 200: Key, ...failures },
    });
