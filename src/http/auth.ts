import { Elysia } from 'elysia';
import { SetUp, User } from '../core/access/schema.ts';
import { me, setUp } from '../core/access/users.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

export const authRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/auth', detail: { tags: ['People'] } })
    .use(guarded)
    .get('/session', ({ caller }) => me(inbox, caller), {
      detail: { summary: 'Get the person who calls' },
      response: { 200: User, ...failures },
    })
    .post(
      '/setup',
      async ({ caller, body, status }) => status(201, await setUp(inbox, caller, body)),
      {
        body: SetUp,
        parse: json,
        detail: { summary: 'Set up the first owner' },
        response: { 201: User, ...failures },
      },
    );
