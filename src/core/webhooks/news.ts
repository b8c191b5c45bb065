import { z } from 'zod';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { Message } from '../messages/schema.ts';
import { Timestamp } from '../time.ts';

/** The bodies that are posted, by their event. */
export const MessageCreatedNews = z
  .object({ event: z.literal('message:created'), channelId: Id, message: Message })
  .meta({ id: 'MessageCreatedNews' });

export const ReviewRespondedNews = z
  .object({
    event: z.literal('review:responded'),
    channelId: Id,
    message_id: Id,
    review_type: z.string(),
    response: JsonObject,
    responded_at: Timestamp,
  })
  .meta({ id: 'ReviewRespondedNews' });

export const ReviewExpiredNews = z
  .object({
    event: z.literal('review:expired'),
    channelId: Id,
    message_id: Id,
    review_type: z.string(),
    expired_at: Timestamp,
  })
  .meta({ id: 'ReviewExpiredNews' });

export const WebhookTestNews = z
  .object({ event: z.literal('webhook:test'), channelId: Id, sent_at: Timestamp })
  .meta({ id: 'WebhookTestNews' });

export type News = { event: string; channelId: string } & Record<string, unknown>;

/** A person wrote to the agent. */
export const newsOfMessage = (message: Message): News => ({
  event: 'message:created',
  channelId: message.channelId,
  message,
});

export const newsOfAnswer = (message: Message): News => ({
  event: 'review:responded',
  ...about(message),
  response: message.review?.response,
  responded_at: message.review?.respondedAt,
});

export const newsOfExpiry = (message: Message): News => ({
  event: 'review:expired',
  ...about(message),
  expired_at: message.review?.expiresAt,
});

export const newsOfTest = (channelId: string, sent_at: string): News => ({
  event: 'webhook:test',
  channelId,
  sent_at,
});

const about = ({ id, channelId, review }: Message) => ({
  channelId,
  message_id: id,
  review_type: review?.type,
});
