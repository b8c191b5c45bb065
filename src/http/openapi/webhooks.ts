import type { z } from 'zod';
import {
  MessageCreatedEvent,
  ReviewExpiredEvent,
  ReviewRespondedEvent,
  WebhookTestEvent,
} from '../../core/webhooks/payloads.ts';
import type { Schemas } from './schemas.ts';

/** What the inbox sends to a webhook, by event. */
export function webhooks(schemas: Schemas) {
  const events: Record<string, [operationId: string, z.ZodType, summary: string]> = {
    'message:created': [
      'receiveMessageCreated',
      MessageCreatedEvent,
      'A user wrote to the channel',
    ],
    'review:responded': [
      'receiveReviewResponded',
      ReviewRespondedEvent,
      'A user answered a review',
    ],
    'review:expired': ['receiveReviewExpired', ReviewExpiredEvent, 'A review expired unanswered'],
    'webhook:test': ['receiveWebhookTest', WebhookTestEvent, 'An owner sent a test event'],
  };
  const entries = Object.entries(events).map(([event, [operationId, schema, summary]]) => [
    event,
    {
      post: {
        operationId,
        summary,
        tags: ['Webhooks'],
        parameters: signature,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.response(schema) } },
        },
        responses: { '2XX': { description: 'Delivered; any other response is retried' } },
      },
    },
  ]);
  for (const [before, now] of renamed) schemas.alias(before, now);
  return Object.fromEntries(entries) as Record<string, { post: object }>;
}

/** Clients generated from the document still use the old names. */
const renamed = [
  ['MessageCreatedNews', 'MessageCreatedEvent'],
  ['ReviewRespondedNews', 'ReviewRespondedEvent'],
  ['ReviewExpiredNews', 'ReviewExpiredEvent'],
  ['WebhookTestNews', 'WebhookTestEvent'],
] as const;

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** After the Standard Webhooks specification. */
const signature = [
  header('webhook-id', 'Id of the delivery; the same for every attempt'),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970'),
  header('webhook-signature', "HMAC-SHA256 signature with the channel's secret"),
];
