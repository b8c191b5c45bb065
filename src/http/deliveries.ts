import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { Message } from '../core/messages/schema.ts';
import {
  getDelivery,
  listDeliveries,
  retryDeliveries,
  testWebhook,
} from '../core/webhooks/deliveries.ts';
import { Delivery, ListDeliveries, Webhook } from '../core/webhooks/schema.ts';
import { getWebhook, rotateSecret } from '../core/webhooks/webhooks.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

const params = z.object({ id: Id });

export const deliveryRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Webhooks'] } })
    .use(guarded)
    .get('/deliveries', ({ caller, query }) => listDeliveries(inbox, caller, query), {
      query: ListDeliveries,
      detail: { summary: 'List the deliveries of webhooks' },
      response: { 200: z.array(Delivery), ...failures },
    })
    .get('/deliveries/:id', ({ caller, params }) => getDelivery(inbox, caller, params.id), {
      params,
      detail: { summary: 'Get a delivery with its attempts' },
      response: { 200: Delivery, ...failures },
    })
    .post(
      '/messages/:id/retry',
      ({ caller, params }) => retryDeliveries(inbox, caller, params.id),
      {
        params,
        parse: 'none',
        detail: { summary: 'Deliver the webhook of a message again' },
        response: { 200: Message, ...failures },
      },
    )
    .get('/agents/:id/webhook', ({ caller, params }) => getWebhook(inbox, caller, params.id), {
      params,
      detail: { summary: "Get a channel's webhook with its secret" },
      response: { 200: Webhook, ...failures },
    })
    .post(
      '/agents/:id/webhook/rotate',
      ({ caller, params }) => rotateSecret(inbox, caller, params.id),
      {
        params,
        parse: 'none',
        detail: { summary: 'Replace the secret; for 24 hours the old one signs beside it' },
        response: { 200: Webhook, ...failures },
      },
    )
    .post(
      '/agents/:id/webhook/test',
      async ({ caller, params, status }) =>
        status(201, await testWebhook(inbox, caller, params.id)),
      {
        params,
        parse: 'none',
        detail: { summary: "Post a test to a channel's webhook" },
        response: { 201: Delivery, ...failures },
      },
    );
