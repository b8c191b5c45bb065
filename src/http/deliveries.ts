import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Message } from '../core/messages/schema.ts';
import { listDeliveries, retryDeliveries } from '../core/webhooks/deliveries.ts';
import { Delivery, ListDeliveries } from '../core/webhooks/schema.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

export const deliveryRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Webhooks'] } })
    .use(guarded)
    .get('/deliveries', ({ caller }) => listDeliveries(caller), {
      query: ListDeliveries,
      detail: { summary: 'List the deliveries of webhooks' },
      response: { 200: z.array(Delivery), ...failures },
    })
    .post(
      '/messages/:id/retry',
      ({ caller, params }) => retryDeliveries(inbox, caller, params.id),
      {
        params: z.object({ id: Id }),
        parse: 'none',
        detail: { summary: 'Deliver the webhook of a message again' },
        response: { 200: Message, ...failures },
      },
    );
