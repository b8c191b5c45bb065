import { z } from 'zod';
import { Attachment } from '../files/schema.ts';
import { Id, IdEnd } from '../ids.ts';
import { passIssues } from '../issues.ts';
import { isJsonObject } from '../json.ts';
import { atMost, JsonObject } from '../json-checks.ts';
import { isBlank } from '../letters.ts';
import { optional } from '../optional.ts';
import { WebhookUrl } from '../outgoing/schema.ts';
import { isTimeCursor, Limit } from '../pages.ts';
import { EndedFilter, mustFitTogether } from '../reviews/ended-filter.ts';
import { AskReview, Ended, Review, ReviewStatus } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

const KIB = 1024;

export const MessageStatus = z.enum(['info', 'success', 'warning', 'error']);
export const SenderType = z.enum(['agent', 'user']);
export const DeliveryStatus = z.enum([
  'sent',
  'webhook_delivered',
  'webhook_failed',
  'agent_received',
]);

export const Message = z
  .object({
    id: Id,
    channelId: Id,
    senderType: SenderType,
    senderId: Id.describe('Channel id for an agent, user id for a person'),
    senderName: z
      .string()
      .nullable()
      .describe('Name of the user; null for an agent or a removed user'),
    text: z.string().nullable().describe('Markdown'),
    status: MessageStatus.nullable(),
    review: Review.nullable(),
    metadata: JsonObject.nullable().describe('Returned exactly as sent'),
    webhookUrl: z.string().nullable(),
    deliveryStatus: DeliveryStatus,
    streamId: z.string().nullable(),
    streamState: z.enum(['streaming', 'complete', 'aborted']).nullable(),
    clientId: z.string().nullable(),
    attachments: z.array(Attachment),
    createdAt: Timestamp,
    updatedAt: Timestamp.describe(
      'Increases with every change; no two versions of a message share it',
    ),
    seq: z
      .number()
      .int()
      .describe(
        'Increases across the whole inbox with every stored change; identifies this version of the message',
      ),
    truncated: z
      .boolean()
      .describe(
        'True if a list shortened a long text, large payload or large metadata; get the message to read all of it',
      ),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** A pending question in a person's list. */
export const PendingMessage = Message.extend({
  unread: z.boolean().optional().describe('Users only: true until you open it'),
}).meta({ id: 'PendingMessage' });
export type PendingMessage = z.infer<typeof PendingMessage>;

const LARGEST_TEXT = 256 * KIB;

/**
 * Lone surrogates cannot be stored as UTF-8: they become U+FFFD here, so that everyone sees the
 * same text.
 */
const textOf = (maximum: number, message: string) =>
  z
    .string()
    .superRefine((text, context) => {
      if (Buffer.byteLength(text) <= maximum) return;
      context.addIssue({
        code: 'too_big',
        origin: 'string',
        maximum,
        inclusive: true,
        input: text,
        message,
      });
    })
    .transform((text) => text.toWellFormed());

const Text = textOf(LARGEST_TEXT, 'A text must not exceed 256KiB');

/** Lists show it whole. */
const LARGEST_SOURCE = 8 * KIB;

/** Where a message comes from. Other members are kept as they are. */
const Source = z
  .looseObject({
    client: z
      .string()
      .max(200)
      .refine((client) => !isBlank(client), 'Name the program, such as "Claude Code"'),
    version: optional(z.string().max(200)),
    session: optional(z.string().max(200)),
    cwd: optional(z.string().max(4096)),
    host: optional(z.string().max(255)),
    tool: optional(z.string().max(200)),
    callId: optional(z.string().max(200)),
    agentId: optional(z.string().max(200)),
  })
  .superRefine(atMost(LARGEST_SOURCE, 'A source'));

/** Another `source` means nothing, and is kept. */
function mustFitSource({ source }: JsonObject, context: z.core.$RefinementCtx): void {
  if (!isJsonObject(source) || typeof source.client !== 'string') return;
  passIssues(context, Source.safeParse(source).error, ['source']);
}

const Metadata = JsonObject.superRefine(atMost(64 * KIB, 'Metadata')).superRefine(mustFitSource);

/** Files of a message. */
const MOST_FILES = 100;

const StreamId = z.string().min(1).max(200);

export const SendMessage = z
  .object({
    channelId: Id,
    text: optional(Text),
    status: optional(MessageStatus),
    metadata: optional(Metadata).describe(
      'Kept as it is. A `source` with a `client` says where the message comes from: `{ client, version?, session?, cwd?, host?, tool?, callId?, agentId? }`. A question that repeats its key, channel, session and callId returns the first one, while that is pending and for 10 minutes after its answer',
    ),
    review: optional(AskReview),
    webhookUrl: optional(WebhookUrl),
    streamId: optional(StreamId),
    streamState: optional(z.enum(['streaming', 'complete'])),
    attachmentIds: optional(z.array(Id).max(MOST_FILES)),
    clientId: optional(z.string().min(1).max(200)).describe(
      'Idempotency key: repeating it with the same body returns the first message, with a different body 409',
    ),
  })
  .superRefine(mustSaySomething, { when: ({ value }) => isJsonObject(value) })
  .meta({ id: 'SendMessage' });
export type SendMessage = z.infer<typeof SendMessage>;

type Sent = Partial<Record<'text' | 'status' | 'review' | 'streamId' | 'streamState', unknown>> & {
  attachmentIds?: unknown[] | undefined;
};

/** Called even if a field is invalid: a caller gets all violations together. */
function mustSaySomething(message: Sent, context: z.core.$RefinementCtx) {
  const refuse = (field: string, text: string) =>
    context.addIssue({ code: 'custom', path: [field], message: text });
  const draft = message.streamState === 'streaming';
  if (message.streamState && !message.streamId) {
    refuse('streamId', 'A stream needs a streamId');
  }
  const says = message.text !== undefined && (message.text !== '' || draft);
  if (!says && !message.review && !message.status && !message.attachmentIds?.length) {
    refuse('text', 'Provide at least one of text, review, status and attachmentIds');
  }
}

export const UpdateStream = z
  .object({
    text: Text.describe('The whole text so far'),
    complete: optional(z.boolean()).describe('Ends the stream with this text'),
    streamState: optional(z.enum(['streaming', 'complete', 'aborted'])),
    channelId: optional(Id).describe('Required if several channels have a stream with this id'),
  })
  .refine(({ complete, streamState }) => !complete || streamState !== 'aborted', {
    path: ['streamState'],
    message: 'Use either complete or streamState "aborted", not both',
  })
  .meta({ id: 'UpdateStream' });
export type UpdateStream = z.infer<typeof UpdateStream>;

const LARGEST_DELTA = 64 * KIB;

/** Text appended to a draft: shown immediately, stored nowhere. */
export const MessageDelta = z.object({
  channelId: Id,
  streamId: StreamId,
  delta: textOf(LARGEST_DELTA, 'A delta must not exceed 64KiB. Send it in parts'),
});
export type MessageDelta = z.infer<typeof MessageDelta>;

const ListQuery = EndedFilter.extend({
  limit: Limit.default(50),
  cursor: Id.optional().describe('nextCursor of the previous page'),
  after: Id.optional().describe('A message id: only return newer messages, oldest first'),
  idEnd: IdEnd.optional(),
  has_attachments: z.enum(['true', 'false']).optional(),
  review: z.enum([...ReviewStatus.options, 'any']).optional(),
  order: z
    .enum(['sent', 'ended'])
    .optional()
    .describe(
      '`ended` sorts by when questions were answered, expired or were withdrawn, latest first. It requires review=completed, review=expired or review=withdrawn, and excludes after and has_attachments. The filters type, respondedBy, verdict, askedBy, from and to require it; respondedBy and verdict also require review=completed',
    ),
});

export const ListMessages = ListQuery.superRefine(mustFitOrder).superRefine(mustFitIdEnd);
export type ListMessages = z.infer<typeof ListMessages>;

function mustFitOrder(list: z.output<typeof ListQuery>, context: z.core.$RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (list.order !== 'ended') {
    for (const field of onlyOfEnded) {
      if (list[field] !== undefined) refuse(field, `${field} requires order=ended`);
    }
    return;
  }
  if (!Ended.safeParse(list.review).success) {
    refuse('review', 'order=ended requires review=completed, review=expired or review=withdrawn');
  }
  for (const field of ['after', 'has_attachments'] as const) {
    if (list[field] !== undefined) refuse(field, `order=ended cannot be combined with ${field}`);
  }
  if (list.cursor !== undefined && !isTimeCursor(list.cursor)) {
    refuse('cursor', 'Use the nextCursor of the previous page');
  }
  mustFitTogether(list, context);
}

function mustFitIdEnd(list: z.output<typeof ListQuery>, context: z.core.$RefinementCtx): void {
  if (list.idEnd === undefined) return;
  for (const field of notByIdEnd) {
    if (list[field] === undefined) continue;
    context.addIssue({
      code: 'custom',
      path: [field],
      message: `idEnd cannot be combined with ${field}`,
    });
  }
}

const notByIdEnd = ['after', 'search', 'session', 'has_attachments', 'review', 'order'] as const;

const onlyOfEnded = ['type', 'respondedBy', 'verdict', 'askedBy', 'from', 'to'] as const;

export const MessagePage = z
  .object({ data: z.array(Message), nextCursor: z.string().nullable() })
  .meta({ id: 'MessagePage' });
export type MessagePage = z.infer<typeof MessagePage>;
