import { z } from 'zod';
import { Via } from '../access/schema.ts';
import { heldMs } from '../held-ms.ts';
import { Id } from '../ids.ts';
import { passIssues } from '../issues.ts';
import { isJsonObject } from '../json.ts';
import { atMost, JsonObject } from '../json-checks.ts';
import { Notify, Reach, Urgency } from '../notify/schema.ts';
import { defaulted, optional } from '../optional.ts';
import { WebhookHeaders, WebhookUrl } from '../outgoing/schema.ts';
import { Limit } from '../pages.ts';
import { Timestamp } from '../time.ts';
import { checkDefault } from './default.ts';
import { verdicts } from './kinds/kind-words.ts';
import { builtInNames } from './kinds/words.ts';
import { parsePayload } from './kinds.ts';

const DAY_SECONDS = 86_400;
export const LONGEST_SECONDS = 365 * DAY_SECONDS;
const LARGEST_PAYLOAD = 256 * 1024;
const LARGEST_DEFAULT = 64 * 1024;

export const ReviewStatus = z.enum(['pending', 'completed', 'expired', 'withdrawn']);
export const Ended = ReviewStatus.exclude(['pending']);
export type Ended = z.infer<typeof Ended>;

/** The reason of a withdrawal. */
export const LONGEST_REASON = 500;

/** The legacy webhook target of a review. */
const Callback = z.object({
  url: WebhookUrl,
  method: defaulted(z.enum(['POST', 'PUT', 'PATCH']), 'POST'),
  headers: defaulted(WebhookHeaders, {}),
});

/** Beside the name of a user; never for agents. */
export const EmailIfAlike = z
  .string()
  .nullable()
  .optional()
  .describe(
    "For users only, where another user's name looks alike; null for a user without an e-mail address",
  );

/**
 * Who answered, on which surface, and with which credential. The last two are null for answers from
 * older versions.
 */
export const RespondedBy = z.object({
  id: Id,
  name: z.string(),
  email: EmailIfAlike,
  via: Via.nullable().describe(
    'Where the answer was given; the command line identifies itself as `terminal`',
  ),
  credential: z
    .string()
    .nullable()
    .describe(
      "`session`, a token's id, `local` for access through the data directory, or the id of the contact where the answer was given",
    ),
});
export type RespondedBy = z.infer<typeof RespondedBy>;

export const Review = z
  .object({
    type: z.string().describe(`${builtInNames.join(', ')}, or the name of a plugin`),
    status: ReviewStatus,
    payload: JsonObject,
    askedBy: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .describe(
        'The key that asked; null for the local secret, and for questions from older versions',
      ),
    expiresInSeconds: z.number().int(),
    expiresAt: Timestamp.nullable().describe('Null until the review can be answered'),
    openedAt: Timestamp.nullable().describe(
      'When the review became answerable; null while its message is still being written',
    ),
    response: JsonObject.nullable(),
    verdict: z
      .enum(verdicts)
      .nullable()
      .describe('What the answer meant when it was given; null without an answer'),
    respondedAt: Timestamp.nullable(),
    respondedBy: RespondedBy.nullable().describe('Null without an answer, or if `automatic`'),
    default: JsonObject.nullable().describe(
      'The answer that is given if nobody has answered when it expires',
    ),
    defaultReason: z.string().nullable(),
    automatic: z
      .boolean()
      .describe(
        'True if the inbox ended it: nobody answered in time and its `default` was given, or its agent has gone and it was withdrawn',
      ),
    withdrawn: z
      .object({
        why: z
          .string()
          .nullable()
          .describe('The reason that its agent gave, or that of the inbox if `automatic`'),
        at: Timestamp,
      })
      .nullable()
      .describe('Null unless its agent no longer asks it'),
    ranAt: Timestamp.nullable().describe(
      'When the tool ran although this was denied: it had been allowed in the terminal first',
    ),
    urgency: Urgency,
    lowered: z
      .boolean()
      .describe(
        'True if it was asked as `critical` and became `high`, because its channel or its key had asked enough critical questions within an hour',
      ),
    confirm: z
      .boolean()
      .describe('True if it can be answered in the dashboard or the terminal only, after a login'),
    hold: z.boolean().describe('True if it is withdrawn once its agent has gone'),
    notifyAfterSeconds: z
      .number()
      .int()
      .describe('How long after `openedAt` people are not notified, unless it would expire first'),
    reach: Reach,
    answerLine: z
      .string()
      .optional()
      .describe('The answer in one line, if a list has cut the payload that names its values'),
    callback: Callback.extend({ method: z.string(), headers: WebhookHeaders })
      .nullable()
      .describe('Header values are masked as `***`'),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

export const NotifiedBy = z.enum(['webhook', 'wait', 'read', 'ack', 'socket', 'hook', 'mcp']);
export type NotifiedBy = z.infer<typeof NotifiedBy>;

/** The record of a decision besides the answer, for people. */
export const ReviewRecord = z
  .object({
    messageId: Id,
    questionDigest: z
      .string()
      .nullable()
      .describe('SHA-256 of the question as it was answered; null until it is answered'),
    answerDigest: z.string().nullable(),
    credential: z
      .object({
        kind: z.enum(['session', 'token', 'local', 'contact']),
        name: z
          .string()
          .nullable()
          .describe('Name of the token or contact; null for the other kinds'),
      })
      .nullable()
      .describe(
        'What the answering user authenticated with; null without an answer, or for an answer from an older version',
      ),
    openedBy: z
      .array(z.object({ id: Id, name: z.string(), email: EmailIfAlike }))
      .describe('Users who opened the question before it ended, if nobody answered it'),
    told: z
      .object({
        at: Timestamp,
        by: NotifiedBy.describe(
          'How the agent was notified: by a webhook delivery that got a 2xx, the response to a wait or read request with a key, its acknowledgement, its live connection, the answer to its hook, or that of a tool',
        ),
      })
      .nullable()
      .describe(
        'When the agent was first notified of how the question ended; null until then, or if not recorded',
      ),
  })
  .meta({ id: 'ReviewRecord' });
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** So that a payload is checked even if another field is invalid. */
const hasPayload = (review: unknown) =>
  isJsonObject(review) && typeof review.type === 'string' && isJsonObject(review.payload);

/** A requested review; its payload comes out normalised. */
export const AskReview = z
  .object({
    type: z.string().min(1).max(100),
    payload: defaulted(JsonObject.superRefine(atMost(LARGEST_PAYLOAD, 'A payload')), {}),
    expiresInSeconds: optional(z.number().int().min(1).max(LONGEST_SECONDS)),
    expiresAt: optional(z.iso.datetime({ offset: true })).describe(
      'Alternative to expiresInSeconds',
    ),
    callback: optional(Callback),
    urgency: optional(Urgency).describe('Defaults to `normal`'),
    confirm: optional(z.boolean()).describe(
      'True if it must be answered in the dashboard or the terminal, after a login',
    ),
    hold: optional(z.boolean()).describe(
      'True to withdraw it 30 seconds after the last wait of the key that asked. Each wait ends after 20 seconds at most',
    ),
    notify: optional(Notify),
    default: optional(JsonObject.superRefine(atMost(LARGEST_DEFAULT, 'A default'))).describe(
      'The answer to give if nobody has answered when the review expires. Excludes confirm',
    ),
    defaultReason: optional(z.string().trim().min(1).max(500)).describe(
      'Why that answer is safe; shown to users',
    ),
  })
  .superRefine(
    (review, context) => {
      const parsed = parsePayload(review.type, review.payload);
      // The object is zod's copy of the request.
      if (!parsed.success) return passIssues(context, parsed.error, ['payload']);
      review.payload = parsed.data;
      for (const issue of checkDefault(review)) context.addIssue(issue);
    },
    { when: ({ value }) => hasPayload(value) },
  )
  .meta({ id: 'AskReview' });
export type AskReview = z.infer<typeof AskReview>;

export const DEFAULT_EXPIRES_IN_SECONDS = DAY_SECONDS;

export const WaitQuery = z.object({
  channel: Id,
  timeout: heldMs(30_000).describe('In milliseconds; values over 30000 are treated as 30000'),
});

/** Repeated in a query (`channel=a&channel=b`): a list. */
export const listOf = <T extends z.ZodType>(one: T, most = 100) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? [given] : given),
    z.array(one).max(most).optional(),
  );
export const Channels = listOf(Id, 1000);

export const Session = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Only those whose `metadata.source` names this session');

export const AskedBy = Id.optional().describe(
  'Only those that this key asked; `local` for those of the local secret, `me` for your own',
);

export const ListPending = z.object({
  channel: Channels.describe('Channel id; repeatable'),
  type: z.string().min(1).max(100).optional().describe('Review type'),
  session: Session,
  askedBy: AskedBy,
  search: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Up to 50 words, all of which must occur in the text, title, description, prompt or labels that the agent wrote',
    ),
  expiresBefore: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at).toISOString())
    .optional()
    .describe('Only return reviews that expire before this time'),
  unread: z
    .enum(['true', 'false'])
    .optional()
    .describe('Users only: true for reviews you have not opened, false for those you have'),
  order: z
    .enum(['expires', 'newest', 'oldest'])
    .optional()
    .describe('Defaults to `expires`: soonest to expire first'),
  limit: Limit.default(100),
  cursor: z
    .string()
    .regex(/^\d{4}-[\dT:.-]+Z_[^_]{1,128}$/, 'Use the Inbox-Next-Cursor of the previous page')
    .optional()
    .describe('Inbox-Next-Cursor of the previous page'),
});
export type ListPending = z.infer<typeof ListPending>;

export const Counts = z
  .object({
    channels: z
      .record(
        Id,
        z.object({
          pending: z.number().int(),
          unread: z
            .number()
            .int()
            .optional()
            .describe('Users only: how many of them you have not opened'),
        }),
      )
      .describe('By channel id; channels without pending reviews are omitted'),
  })
  .meta({ id: 'Counts' });
export type Counts = z.infer<typeof Counts>;

export const ReadState = z
  .object({
    unread: z.boolean().describe('Also false once the question has been answered or has expired'),
  })
  .meta({ id: 'ReadState' });
export type ReadState = z.infer<typeof ReadState>;

/** The request may have no body. */
export const WithdrawBody = z
  .preprocess(
    (body) => body ?? {},
    z.object({
      reason: optional(z.string().trim().max(LONGEST_REASON)).describe(
        'Why it is no longer asked, such as `answered in the terminal`; shown to users as the word of the agent',
      ),
    }),
  )
  .meta({ id: 'Withdraw' });

export const RespondBody = z
  .object({
    response: JsonObject,
    seq: optional(z.number().int().min(0)).describe(
      'seq of the message as it was shown; if the question has changed since, the answer is refused with 409',
    ),
  })
  .meta({ id: 'Respond' });
