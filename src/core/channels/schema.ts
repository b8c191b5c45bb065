import { z } from 'zod';
import { Id } from '../ids.ts';
import { Timestamp } from '../time.ts';

export const AgentStatus = z.enum(['active', 'busy', 'error', 'offline']);

/** Byte for byte as it was given: n8n compares it with what it sent. */
const Url = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL' }).max(2048);

/** A channel. The wire calls it an agent: the two words mean one record. */
export const Agent = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    webhookUrl: z.string().nullable(),
    webhookHeaders: z.record(z.string(), z.string()).nullable().describe('Values masked: `***`'),
    status: AgentStatus.nullable().describe('Null before the first ping'),
    statusMessage: z.string().nullable(),
    lastActiveAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

export const CreateAgent = z
  .object({
    name: z.string().trim().min(1).max(100),
    description: z.string().max(2000).nullable().default(null),
    avatarUrl: Url.nullable().default(null),
    webhookUrl: Url.nullable().default(null),
  })
  .meta({ id: 'CreateAgent' });
export type CreateAgent = z.infer<typeof CreateAgent>;
