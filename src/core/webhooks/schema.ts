import { z } from 'zod';
import { Id, IdEnd } from '../ids.ts';
import { optional } from '../optional.ts';
import { GivenHeaders, WebhookUrl } from '../outgoing/schema.ts';
import { Timestamp } from '../time.ts';

export const SetWebhook = z
  .object({
    url: WebhookUrl,
    channelId: Id,
    headers: optional(GivenHeaders).describe(
      "Null keeps the stored value, if the URL's host does not change",
    ),
  })
  .meta({ id: 'SetWebhook' });
export type SetWebhook = z.infer<typeof SetWebhook>;

export const DeleteWebhook = z.object({ channelId: Id }).meta({ id: 'DeleteWebhook' });

export const Attempt = z.object({
  at: Timestamp,
  status: z
    .number()
    .int()
    .nullable()
    .describe('HTTP status of the response; null if there was no response'),
  error: z.string().nullable(),
  durationMs: z.number().int(),
  response: z.string().nullable().describe('The first 2KiB of the response'),
});
export type Attempt = z.infer<typeof Attempt>;

const DeliveryStatus = z.enum(['pending', 'delivered', 'failed']);

/** One webhook delivery with all its attempts. */
export const Delivery = z
  .object({
    id: Id.describe('Sent as webhook-id, the same for every attempt'),
    messageId: Id.nullable().describe('Null for a test event'),
    channelId: Id,
    event: z.string(),
    title: z
      .string()
      .nullable()
      .describe('Title of the question, or first line of the message; null without text'),
    url: z.string(),
    status: DeliveryStatus,
    nextAttemptAt: Timestamp.nullable(),
    attempts: z.array(Attempt),
    createdAt: Timestamp,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

/** A channel's webhook: its URL, secrets and health. */
export const Webhook = z
  .object({
    channelId: Id,
    url: z.string().nullable(),
    headers: z.record(z.string(), z.string()).nullable().describe('Values are masked as `***`'),
    secret: z.string().describe('`whsec_…`, as in the Standard Webhooks specification'),
    oldSecret: z
      .string()
      .nullable()
      .describe('Previous secret; deliveries are also signed with it until oldSecretUntil'),
    oldSecretUntil: Timestamp.nullable(),
    failingSince: Timestamp.nullable(),
    pausedAt: Timestamp.nullable().describe('Set once it is paused, after five days of failures'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A webhook whose URL is failing. */
export const FailingWebhook = z
  .object({
    channelId: Id,
    failingSince: Timestamp,
    pausedAt: Timestamp.nullable().describe('Set once it is paused, after five days of failures'),
    undelivered: z
      .number()
      .int()
      .describe('Deliveries that finally failed since then; counts up to 1,000'),
  })
  .meta({ id: 'FailingWebhook' });
export type FailingWebhook = z.infer<typeof FailingWebhook>;

export const Resumed = z
  .object({ retried: z.number().int().describe('Number of deliveries queued again') })
  .meta({ id: 'Resumed' });

export const ListDeliveries = z.object({
  channel: Id.optional(),
  message: Id.optional(),
  status: DeliveryStatus.optional(),
  paused: z
    .enum(['omit'])
    .optional()
    .describe('`omit` leaves out deliveries that were held back by paused webhooks'),
  before: Id.optional().describe('A delivery id: only return older deliveries'),
  idEnd: IdEnd.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;
