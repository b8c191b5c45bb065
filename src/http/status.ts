import { Elysia } from 'elysia';
import { Agent, Ping } from '../core/channels/schema.ts';
import { ping } from '../core/channels/status.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const statusRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/status', detail: { tags: ['Channels'] } })
    .use(withCaller)
    .post('/ping', ({ caller, body }) => ping(inbox, caller, body), {
      body: Ping,
      parse: json,
      detail: { operationId: 'sendHeartbeat', summary: 'Send a heartbeat' },
      response: { 200: Agent, ...failures },
    });
