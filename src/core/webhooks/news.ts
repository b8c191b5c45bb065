import { z } from 'zod';
import { Id } from '../ids.ts';
import { JsonObject } from '../json.ts';
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
