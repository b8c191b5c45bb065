import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { testWebhook } from '../core/webhooks/deliveries.ts';
import { listFailing, resumeWebhook } from '../core/webhooks/failing.ts';
import { Delivery, FailingWebhook, Resumed, Webhook } from '../core/webhooks/schema.ts';
import { getWebhook, rotateSecret } from '../core/webhooks/webhooks.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const webhookRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Webhooks'] } })
    .use(withCaller)
    .get('/webhooks/failing', ({ caller }) => listFailing(inbox, caller), {
      detail: {
        operationId: 'listFailingWebhooks',
        summary: 'List failing and paused webhooks',
      },
      response: { 200: z.array(FailingWebhook), ...failures },
    })
    .post(
      '/agents/:id/webhook/resume',
      ({ caller, params }) => resumeWebhook(inbox, caller, params.id),
      {
        params,
        parse: 'none',
        detail: {
          operationId: 'resumeWebhook',
          summary: 'Resume a failing or paused webhook',
          description: 'Deliveries that failed or were held back since then are queued again.',
        },
        response: { 200: Resumed, ...failures },
      },
    )
    .get('/agents/:id/webhook', ({ caller, params }) => getWebhook(inbox, caller, params.id), {
      params,
      detail: { operationId: 'getWebhook', summary: "Get a channel's webhook with its secret" },
      response: { 200: Webhook, ...failures },
    })
    .post(
      '/agents/:id/webhook/rotate',
      ({ caller, params }) => rotateSecret(inbox, caller, params.id),
      {
        params,
        parse: 'none',
        detail: {
          operationId: 'rotateWebhookSecret',
          summary:
            'Rotate the signing secret; deliveries are also signed with the previous one for 24 hours',
        },
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
        detail: { operationId: 'testWebhook', summary: "Send a test event to a channel's webhook" },
        response: { 201: Delivery, ...failures },
      },
    );
