import { Elysia } from 'elysia';
import { z } from 'zod';
import {
  createChannel,
  deleteChannel,
  deleteWebhook,
  getChannel,
  listChannels,
  setWebhook,
  updateChannel,
} from '../core/channels/channels.ts';
import { Agent, CreateAgent, UpdateAgent } from '../core/channels/schema.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { DeleteWebhook, SetWebhook } from '../core/webhooks/schema.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { headersNamed } from './openapi/headers.ts';
import { Paged, paged } from './paged.ts';

const params = z.object({ id: Id });

/** The routes of channels, which the interface calls agents. */
export const agentRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/agents', detail: { tags: ['Channels'] } })
    .use(withCaller)
    .get('/', async (context) => paged(await listChannels(inbox, context.caller), context), {
      query: Paged,
      detail: {
        operationId: 'listAgents',
        headers: headersNamed('Inbox-Next-Cursor'),
        summary: 'List channels',
      },
      response: { 200: z.array(Agent), ...failures },
    })
    .post(
      '/',
      async ({ caller, body, status }) => {
        // People know a channel by its name; a key makes its own, whatever others are called.
        const isOnly = caller.kind === 'human';
        return status(201, await createChannel(inbox, caller, body, { isOnly }));
      },
      {
        body: CreateAgent,
        parse: json,
        detail: { operationId: 'createAgent', summary: 'Create a channel' },
        response: { 201: Agent, ...failures },
      },
    )
    .get('/:id', ({ caller, params }) => getChannel(inbox, caller, params.id), {
      params,
      detail: { operationId: 'getAgent', summary: 'Get a channel' },
      response: { 200: Agent, ...failures },
    })
    .post('/setWebhook', ({ caller, body }) => setWebhook(inbox, caller, body), {
      body: SetWebhook,
      parse: json,
      detail: { operationId: 'setWebhook', summary: "Set a channel's webhook" },
      response: { 200: Agent, ...failures },
    })
    .post('/deleteWebhook', ({ caller, body }) => deleteWebhook(inbox, caller, body.channelId), {
      body: DeleteWebhook,
      parse: json,
      detail: { operationId: 'deleteWebhook', summary: "Delete a channel's webhook" },
      response: { 200: Agent, ...failures },
    })
    .patch('/:id', ({ caller, params, body }) => updateChannel(inbox, caller, params.id, body), {
      params,
      body: UpdateAgent,
      parse: json,
      detail: { operationId: 'updateAgent', summary: 'Update a channel' },
      response: { 200: Agent, ...failures },
    })
    .delete('/:id', ({ caller, params }) => deleteChannel(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: {
        operationId: 'deleteAgent',
        summary: 'Delete a channel with its messages and files',
      },
      response: { 200: z.object({ deleted: z.literal(true) }), ...failures },
    });
