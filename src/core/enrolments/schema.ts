import { z } from 'zod';
import { clientNames } from '../../agents/clients.ts';
import { Name } from '../access/schema.ts';
import { Id } from '../ids.ts';
import { optional } from '../optional.ts';
import { Timestamp } from '../time.ts';

export const ClientName = z.enum(clientNames);

const LONGEST_HOST = 80;
export const LONGEST_VERSION = 40;

export const NewEnrolment = z
  .object({
    client: ClientName.describe('The coding agent that the code is for'),
    channelId: optional(Id).describe(
      'Where it is to ask; by default the usual channel of this client, which is created if there is none',
    ),
  })
  .meta({ id: 'NewEnrolment' });
export type NewEnrolment = z.infer<typeof NewEnrolment>;

export const Enrolment = z
  .object({
    code: z.string().describe('For example BCDF-GHJK; works once. Never shown again'),
    expiresAt: Timestamp.describe('10 minutes from now'),
  })
  .meta({ id: 'Enrolment' });
export type Enrolment = z.infer<typeof Enrolment>;

/** Case, blanks, hyphens and full-width letters of the code do not matter. */
export const Enrol = z
  .object({
    code: z.string().max(100),
    client: ClientName,
    host: Name.max(LONGEST_HOST).describe("The machine's name, such as `laptop`"),
    key: optional(
      z.string().regex(/^hp_[0-9a-f]{48}$/, 'Expected hp_ and 48 hexadecimal digits'),
    ).describe(
      'The key that is to be created: of a machine that records it before it exists. It must be random',
    ),
    version: optional(z.string().trim().min(1).max(LONGEST_VERSION)).describe(
      'The version of the client',
    ),
  })
  .meta({ id: 'Enrol' });
export type Enrol = z.infer<typeof Enrol>;

export const Enrolled = z
  .object({
    key: z.string().describe('The API key; never shown again'),
    keyId: Id,
    channelId: Id,
    channelName: z.string(),
  })
  .meta({ id: 'Enrolled' });
export type Enrolled = z.infer<typeof Enrolled>;

/** A coding agent on a machine that was connected by a code. */
export const Machine = z
  .object({
    keyId: Id,
    client: z.string(),
    host: z.string().describe('Name the machine gives itself; not verified'),
    version: z.string().nullable().describe('The last one that the client named; null for none'),
    channelId: Id.nullable().describe('Null for a deleted channel'),
    channelName: z.string().nullable(),
    connectedAt: Timestamp,
    lastAskedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable().describe('When its key was revoked or expired'),
    notUnderstood: z
      .array(
        z.object({
          version: z.string().nullable(),
          reason: z.string(),
          count: z.number().int(),
          lastAt: Timestamp,
        }),
      )
      .describe('The calls of its hooks that the inbox did not understand, newest first'),
  })
  .meta({ id: 'Machine' });
export type Machine = z.infer<typeof Machine>;
