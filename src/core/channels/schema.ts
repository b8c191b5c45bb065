import { z } from 'zod';
import { Id } from '../ids.ts';
import { isBlank } from '../letters.ts';
import { defaulted, optional } from '../optional.ts';
import { WebhookUrl } from '../outgoing/schema.ts';
import { Timestamp } from '../time.ts';
import { HttpUrl } from '../urls.ts';

export const AgentStatus = z.enum(['active', 'busy', 'error', 'offline']);

/** The value of a new channel, and the most that an owner can set. */
export const USUAL_CRITICAL_PER_HOUR = 5;
export const MOST_CRITICAL_PER_HOUR = 100;

/** How long people are not notified of a question, in seconds. */
export const MOST_NOTIFY_AFTER = 600;
export const NotifyAfter = z.number().int().min(0).max(MOST_NOTIFY_AFTER);

const Url = HttpUrl.max(2048);

const Name = z
  .string()
  .min(1, { abort: true })
  .max(100)
  .refine((name) => !isBlank(name), 'A name needs at least one letter that can be seen');

/** A channel. On the wire it is called an agent: the two words mean one record. */
export const Agent = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    webhookUrl: z.string().nullable(),
    webhookHeaders: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Values are masked as `***`'),
    status: AgentStatus.nullable().describe('Null before the first heartbeat or request'),
    statusMessage: z.string().nullable(),
    lastActiveAt: Timestamp.nullable(),
    criticalPerHour: z
      .number()
      .int()
      .describe('How many of its questions stay critical in an hour; further ones become high'),
    notifyAfterSeconds: NotifyAfter.nullable().describe(
      'How long people are not notified of a question that does not say so itself, unless it is critical; null for the default, which is 20 for questions of hooks and 0 for others',
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

export const CreateAgent = z
  .object({
    name: Name,
    description: z.string().max(2000).nullable().default(null),
    avatarUrl: Url.nullable().default(null),
    webhookUrl: WebhookUrl.nullable().default(null),
  })
  .meta({ id: 'CreateAgent' });
export type CreateAgent = z.infer<typeof CreateAgent>;

/** Omitted fields stay unchanged. */
export const UpdateAgent = z
  .object({
    name: optional(Name),
    description: z.string().max(2000).nullable().optional(),
    avatarUrl: Url.nullable().optional(),
    criticalPerHour: optional(z.number().int().min(0).max(MOST_CRITICAL_PER_HOUR)),
    notifyAfterSeconds: NotifyAfter.nullable().optional(),
  })
  .meta({ id: 'UpdateAgent' });
export type UpdateAgent = z.infer<typeof UpdateAgent>;

/** A heartbeat. OpenClaw and n8n send the status. */
export const Ping = z
  .object({
    agentId: Id,
    status: defaulted(AgentStatus, 'active'),
    message: z.string().max(2000).nullish(),
  })
  .meta({ id: 'Ping' });
export type Ping = z.infer<typeof Ping>;
