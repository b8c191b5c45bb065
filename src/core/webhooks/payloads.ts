import { z } from 'zod';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { Was } from '../log/schema.ts';
import { Message } from '../messages/schema.ts';
import { Timestamp } from '../time.ts';

/** The bodies sent to webhooks, by event. */
export const MessageCreatedEvent = z
  .object({ event: z.literal('message:created'), channelId: Id, message: Message })
  .meta({ id: 'MessageCreatedEvent' });

export const ReviewRespondedEvent = z
  .object({
    event: z.literal('review:responded'),
    channelId: Id,
    message_id: Id,
    review_type: z.string(),
    response: JsonObject,
    responded_at: Timestamp,
    automatic: z
      .literal(true)
      .optional()
      .describe('Present if nobody answered in time and the response is its `default`'),
  })
  .meta({ id: 'ReviewRespondedEvent' });

export const ReviewExpiredEvent = z
  .object({
    event: z.literal('review:expired'),
    channelId: Id,
    message_id: Id,
    review_type: z.string(),
    expired_at: Timestamp,
  })
  .meta({ id: 'ReviewExpiredEvent' });

export const ReviewWithdrawnEvent = z
  .object({
    event: z.literal('review:withdrawn'),
    channelId: Id,
    message_id: Id,
    review_type: z.string(),
    why: z.string().nullable(),
    at: Timestamp,
    was: Was.describe('Whether it could be answered before'),
    automatic: z.literal(true).optional().describe('Present if the inbox withdrew it'),
  })
  .meta({ id: 'ReviewWithdrawnEvent' });

export const WebhookTestEvent = z
  .object({ event: z.literal('webhook:test'), channelId: Id, sent_at: Timestamp })
  .meta({ id: 'WebhookTestEvent' });

export type WebhookEvent = { event: string; channelId: string } & Record<string, unknown>;

/** A person wrote to the agent. */
export const eventOfMessage = (message: Message): WebhookEvent => ({
  event: 'message:created',
  channelId: message.channelId,
  message,
});

export const eventOfAnswer = (message: Message): WebhookEvent => ({
  event: 'review:responded',
  ...about(message),
  response: message.review?.response,
  responded_at: message.review?.respondedAt,
  ...(message.review?.automatic ? { automatic: true } : {}),
});

export const eventOfExpiry = (message: Message): WebhookEvent => ({
  event: 'review:expired',
  ...about(message),
  expired_at: message.review?.expiresAt,
});

export const eventOfWithdrawal = (message: Message): WebhookEvent => ({
  event: 'review:withdrawn',
  ...about(message),
  why: message.review?.withdrawn?.why ?? null,
  at: message.review?.withdrawn?.at,
  was: { pending: (message.review?.openedAt ?? null) !== null },
  ...(message.review?.automatic ? { automatic: true } : {}),
});

export const eventOfTest = (channelId: string, sent_at: string): WebhookEvent => ({
  event: 'webhook:test',
  channelId,
  sent_at,
});

const about = ({ id, channelId, review }: Message) => ({
  channelId,
  message_id: id,
  review_type: review?.type,
});
