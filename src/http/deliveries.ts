import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Message } from '../core/messages/schema.ts';
import { getDelivery, listDeliveries, retryDeliveries } from '../core/webhooks/deliveries.ts';
import { Delivery, ListDeliveries } from '../core/webhooks/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const deliveryRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Webhooks'] } })
    .use(withCaller)
    .get('/deliveries', ({ caller, query }) => listDeliveries(inbox, caller, query), {
      query: ListDeliveries,
      detail: { operationId: 'listDeliveries', summary: 'List webhook deliveries' },
      response: { 200: z.array(Delivery), ...failures },
    })
    .get('/deliveries/:id', ({ caller, params }) => getDelivery(inbox, caller, params.id), {
      params,
      detail: { operationId: 'getDelivery', summary: 'Get a delivery with its attempts' },
      response: { 200: Delivery, ...failures },
    })
    .post(
      '/messages/:id/retry',
      ({ caller, params }) => retryDeliveries(inbox, caller, params.id),
      {
        params,
        parse: 'none',
        detail: {
          operationId: 'retryDeliveries',
          summary: "Retry a message's webhook deliveries",
        },
        response: { 200: Message, ...failures },
      },
    );
