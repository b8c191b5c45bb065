import { z } from 'zod';
import { emptyIsNone, heldMs } from '../held-ms.ts';
import { Id } from '../ids.ts';
import { Message } from '../messages/schema.ts';
import { LARGEST_PAGE, Limit } from '../pages.ts';
import { Timestamp } from '../time.ts';

export const ReadEvents = z.object({
  after: z
    .preprocess(emptyIsNone, z.coerce.number().int().min(0))
    .optional()
    .describe(
      'The seq after which to start. Required for JSON; a stream starts with the next event',
    ),
  channel: Id.optional().describe('Limit to one channel'),
  limit: Limit.default(LARGEST_PAGE),
  wait: heldMs(0).describe(
    'Milliseconds to hold the request until an event arrives; larger values are reduced to 30000',
  ),
  log: z
    .string()
    .max(100)
    .optional()
    .describe('The `Inbox-Log` that `after` belongs to; with another log, the response is 410'),
});
export type ReadEvents = z.infer<typeof ReadEvents>;

/** The state before the event, so that counts stay correct without the message. */
export const Was = z.object({ pending: z.boolean() });

const event = z.object({
  seq: z
    .number()
    .int()
    .describe('Numbers all events of the inbox without gaps, in the order of the changes'),
  at: Timestamp,
  event: z.string().describe('Such as `message:created`'),
  channelId: Id.nullable().describe('Null if the event is not about a channel'),
});

export const LoggedEvent = z
  .union([
    event.extend({
      messageId: Id,
      message: Message.nullable().describe(
        'The message as it is now, as in lists; null if it was deleted',
      ),
      was: Was.optional().describe(
        'The state before this event, if a question ended or a message was deleted',
      ),
    }),
    event.extend({ payload: z.record(z.string(), z.unknown()) }),
  ])
  .meta({ id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export const EventPage = z
  .object({
    data: z.array(LoggedEvent),
    nextAfter: z
      .number()
      .int()
      .describe('The `after` of the next page, even if this page is empty'),
    more: z.boolean().describe('True if there are later events already'),
  })
  .meta({ id: 'EventPage' });
export type EventPage = z.infer<typeof EventPage>;
