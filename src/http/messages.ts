import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { ackMessage } from '../core/messages/delivery-status.ts';
import { deleteMessage, getMessage, listMessages } from '../core/messages/messages.ts';
import { ListMessages, Message, MessagePage } from '../core/messages/schema.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';
import { headersNamed } from './openapi/headers.ts';
import { withLists } from './query.ts';

const params = z.object({ id: Id });
/** n8n omits the channel; if given, it must be the message's. */
const query = z.object({ channel: Id.optional() });

export const messageRoutes = (inbox: Inbox, large: Large) =>
  new Elysia({ prefix: '/messages', detail: { tags: ['Messages'] } })
    .use(withCaller)
    .get(
      '/',
      async ({ caller, query, request, set }) => {
        const page = await listMessages(inbox, caller, query, request.signal);
        const { parts, nextCursor, total } = page;
        if (total !== undefined) set.headers['inbox-total'] = `${total}`;
        return large.page(request, parts, { nextCursor });
      },
      {
        query: ListMessages,
        transform: withLists('channel', 'type', 'respondedBy', 'verdict'),
        detail: {
          operationId: 'listMessages',
          summary: 'List messages',
          description: 'With `order=ended`, the header `Inbox-Total` contains the total.',
          headers: headersNamed('Inbox-Total'),
        },
        response: { 200: documentOnly(MessagePage), ...failures },
      },
    )
    .get(
      '/:id',
      ({ caller, params, query }) => getMessage(inbox, caller, params.id, query.channel),
      {
        params,
        query,
        detail: { operationId: 'getMessage', summary: 'Get a message' },
        response: { 200: documentOnly(Message), ...failures },
      },
    )
    .delete(
      '/:id',
      ({ caller, params, query }) => deleteMessage(inbox, caller, params.id, query.channel),
      {
        params,
        query,
        parse: 'none',
        detail: {
          operationId: 'deleteMessage',
          summary: 'Retract a message, with its review and files',
        },
        response: { 200: z.object({ deleted: z.literal(true) }), ...failures },
      },
    )
    .post(
      '/:id/ack',
      ({ caller, params, query }) => ackMessage(inbox, caller, params.id, query.channel),
      {
        params,
        query,
        parse: 'none',
        detail: {
          operationId: 'acknowledgeMessage',
          summary: 'Acknowledge a message as received by the agent',
        },
        response: { 200: z.object({ acknowledged: z.literal(true) }), ...failures },
      },
    );
