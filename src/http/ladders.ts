import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { getLadder, setLadder } from '../core/notify/ladders.ts';
import { Ladder } from '../core/notify/schema.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const ladderRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/agents', detail: { tags: ['Channels'] } })
    .use(withCaller)
    .get('/:id/ladder', ({ caller, params }) => getLadder(inbox, caller, params.id), {
      params,
      detail: {
        operationId: 'getLadder',
        summary: 'Get who is notified if nobody has answered',
      },
      response: { 200: Ladder, ...failures },
    })
    .put('/:id/ladder', ({ caller, params, body }) => setLadder(inbox, caller, params.id, body), {
      params,
      body: Ladder,
      parse: json,
      detail: {
        operationId: 'setLadder',
        summary: 'Set who is notified if nobody has answered',
      },
      response: { 200: Ladder, ...failures },
    });
