import { z } from 'zod';
import { Id, IdEnd } from '../ids.ts';
import { optional } from '../optional.ts';
import { Timestamp } from '../time.ts';
import { HttpUrl } from '../urls.ts';
import { HEADER_NAME, isHeaderValue, isReserved } from './headers.ts';

/** Kept byte for byte as it was given: n8n compares it with what it sent. */
export const WebhookUrl = HttpUrl.max(2048);

const HeaderName = z
  .string()
  .max(200)
  .regex(HEADER_NAME, 'Not a header name')
  .refine((name) => !isReserved(name), 'This header is set by the inbox');

const HeaderValue = z.string().max(4096).refine(isHeaderValue, 'Not a header value');

/** Header names and their values. */
export const WebhookHeaders = z.record(HeaderName, HeaderValue);
export type WebhookHeaders = z.infer<typeof WebhookHeaders>;

export const SetWebhook = z
  .object({
    url: WebhookUrl,
    channelId: Id,
    headers: optional(z.record(HeaderName, HeaderValue.nullable())).describe(
      "Null keeps the value that is stored, while the URL's host stays the same",
    ),
  })
  .meta({ id: 'SetWebhook' });
export type SetWebhook = z.infer<typeof SetWebhook>;

/** Whether stored header values may go to another URL: of the same host, and not in clear where it was encrypted. */
export function keepsHeaders(before: string, now: string): boolean {
  const [old, next] = [new URL(before), new URL(now)];
  return old.host === next.host && (old.protocol === next.protocol || next.protocol === 'https:');
}

export const DeleteWebhook = z.object({ channelId: Id }).meta({ id: 'DeleteWebhook' });

export const Attempt = z.object({
  at: Timestamp,
  status: z.number().int().nullable().describe('Of the answer; null where none came'),
  error: z.string().nullable(),
  durationMs: z.number().int(),
  response: z.string().nullable().describe('The first 2 KiB of the answer'),
});
export type Attempt = z.infer<typeof Attempt>;

const DeliveryStatus = z.enum(['pending', 'delivered', 'failed']);

/** One webhook that goes out, with every attempt at it. */
export const Delivery = z
  .object({
    id: Id.describe('Sent as webhook-id, the same for every attempt'),
    messageId: Id.nullable().describe('Null for a test'),
    channelId: Id,
    event: z.string(),
    title: z
      .string()
      .nullable()
      .describe("The question's title, or the first line of the message; null without words"),
    url: z.string(),
    status: DeliveryStatus,
    nextAttemptAt: Timestamp.nullable(),
    attempts: z.array(Attempt),
    createdAt: Timestamp,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

/** Where a channel's news is posted, what it is signed with, and how that fares. */
export const Webhook = z
  .object({
    channelId: Id,
    url: z.string().nullable(),
    headers: z.record(z.string(), z.string()).nullable().describe('Values masked: `***`'),
    secret: z.string().describe('`whsec_…`, after the Standard Webhooks specification'),
    oldSecret: z.string().nullable().describe('Signs too, until oldSecretUntil'),
    oldSecretUntil: Timestamp.nullable(),
    failingSince: Timestamp.nullable(),
    pausedAt: Timestamp.nullable().describe('Paused after failing for five days'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A webhook whose URL fails now. */
export const FailingWebhook = z
  .object({
    channelId: Id,
    failingSince: Timestamp,
    pausedAt: Timestamp.nullable().describe('Paused after failing for five days'),
    undelivered: z
      .number()
      .int()
      .describe('Deliveries that have failed for good since then, 1,000 at most'),
  })
  .meta({ id: 'FailingWebhook' });
export type FailingWebhook = z.infer<typeof FailingWebhook>;

export const Resumed = z
  .object({ retried: z.number().int().describe('Deliveries that are sent again') })
  .meta({ id: 'Resumed' });

export const ListDeliveries = z.object({
  channel: Id.optional(),
  message: Id.optional(),
  status: DeliveryStatus.optional(),
  paused: z
    .enum(['omit'])
    .optional()
    .describe('`omit` leaves out what paused webhooks were not sent'),
  before: Id.optional().describe('A delivery: only older ones'),
  idEnd: IdEnd.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;
