import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { endOtherSessions, endSession, listSessions } from '../core/access/own-sessions.ts';
import { Session } from '../core/access/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';

const Ended = z.object({ ended: z.number().int().describe('Number of sessions ended') });

export function sessionRoutes(inbox: Inbox, { cookie }: Gates) {
  const current = (caller: Caller, { headers }: Request) =>
    caller.origin.credential === 'session' ? cookie.read(headers) : null;
  return new Elysia({ prefix: '/auth/sessions', detail: { tags: ['People'] } })
    .use(withCaller)
    .get('/', ({ caller, request }) => listSessions(inbox, caller, current(caller, request)), {
      detail: {
        operationId: 'listSessions',
        summary: 'List your sessions',
      },
      response: { 200: z.array(Session), ...failures },
    })
    .delete(
      '/',
      ({ caller, request }) => endOtherSessions(inbox, caller, current(caller, request)),
      {
        parse: 'none',
        detail: {
          operationId: 'endOtherSessions',
          summary: 'End all your sessions except the current one',
        },
        response: { 200: Ended, ...failures },
      },
    )
    .delete('/:id', ({ caller, params }) => endSession(inbox, caller, params.id), {
      params: z.object({ id: Id }),
      parse: 'none',
      detail: { operationId: 'endSession', summary: 'End one of your sessions' },
      response: { 200: Ended, ...failures },
    });
}
