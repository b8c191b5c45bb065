import type { z } from 'zod';
import {
  MessageCreatedNews,
  ReviewExpiredNews,
  ReviewRespondedNews,
  WebhookTestNews,
} from '../../core/webhooks/news.ts';
import type { Schemas } from './schemas.ts';

/** What the inbox posts to a webhook, by the event that it tells of. */
export function webhooks(schemas: Schemas) {
  const news: Record<string, [operationId: string, z.ZodType, summary: string]> = {
    'message:created': [
      'receiveMessageCreated',
      MessageCreatedNews,
      'A person wrote to the channel',
    ],
    'review:responded': [
      'receiveReviewResponded',
      ReviewRespondedNews,
      'A person answered a review',
    ],
    'review:expired': [
      'receiveReviewExpired',
      ReviewExpiredNews,
      'Nobody answered a review in time',
    ],
    'webhook:test': ['receiveWebhookTest', WebhookTestNews, 'An owner tries the webhook out'],
  };
  const entries = Object.entries(news).map(([event, [operationId, schema, summary]]) => [
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
        responses: { '2XX': { description: 'Delivered; anything else is tried again' } },
      },
    },
  ]);
  return Object.fromEntries(entries) as Record<string, { post: object }>;
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** After the Standard Webhooks specification. */
const signature = [
  header('webhook-id', 'The same for every attempt'),
  header('webhook-timestamp', 'Seconds since 1970'),
  header('webhook-signature', 'HMAC-SHA256 with the secret of the channel'),
];
