import type { z } from 'zod';
import { postedNames } from '../../core/events/lookup.ts';
import { events } from '../../core/events.ts';
import { WebhookTestEvent } from '../../core/webhooks/payloads.ts';
import type { Schemas } from './schemas.ts';

/** Describes the requests that the inbox sends to a webhook, by event. */
export function webhooks(schemas: Schemas) {
  const posted: (readonly [event: string, body: z.ZodType, summary: string])[] = [
    ...postedNames.map((name) => {
      const { body, summary } = events[name].webhook;
      return [name, body, summary] as const;
    }),
    ['webhook:test', WebhookTestEvent, 'An owner sent a test event'],
  ];
  const entries = posted.map(([event, body, summary]) => [
    event,
    {
      post: {
        operationId: `receive${event.replaceAll(/(?:^|:)(\w)/g, (_, first) => first.toUpperCase())}`,
        summary,
        tags: ['Webhooks'],
        parameters: signature,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.response(body) } },
        },
        responses: {
          '2XX': { description: 'Delivered. Any other response is retried, except 410' },
        },
      },
    },
  ]);
  for (const [before, now] of renamed) schemas.alias(before, now);
  return Object.fromEntries(entries) as Record<string, { post: object }>;
}

/** Clients generated from an older document use these names. */
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

/** Defined by the Standard Webhooks specification. */
const signature = [
  header('webhook-id', 'Id of the delivery; the same for every attempt'),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970'),
  header('webhook-signature', "HMAC-SHA256 signature with the channel's secret"),
];
