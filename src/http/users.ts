import { Elysia } from 'elysia';
import { z } from 'zod';
import { CreateUser, UpdateUser, User } from '../core/access/schema.ts';
import { createUser, listUsers, removeUser, updateUser } from '../core/access/users.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { headersNamed } from './openapi/headers.ts';
import { Paged, paged } from './paged.ts';

const params = z.object({ id: Id });

export const userRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/users', detail: { tags: ['People'] } })
    .use(withCaller)
    .get('/', async (context) => paged(await listUsers(inbox, context.caller), context), {
      query: Paged,
      detail: {
        operationId: 'listUsers',
        headers: headersNamed('Inbox-Next-Cursor'),
        summary: 'List users',
      },
      response: { 200: z.array(User), ...failures },
    })
    .post(
      '/',
      async ({ caller, body, status }) => status(201, await createUser(inbox, caller, body)),
      {
        body: CreateUser,
        parse: json,
        detail: { operationId: 'createUser', summary: 'Create a user' },
        response: { 201: User, ...failures },
      },
    )
    .patch('/:id', ({ caller, params, body }) => updateUser(inbox, caller, params.id, body), {
      params,
      body: UpdateUser,
      parse: json,
      detail: { operationId: 'updateUser', summary: 'Update a user' },
      response: { 200: User, ...failures },
    })
    .delete('/:id', ({ caller, params }) => removeUser(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: { operationId: 'deleteUser', summary: 'Delete a user' },
      response: { 200: z.object({ deleted: z.literal(true) }), ...failures },
    });
