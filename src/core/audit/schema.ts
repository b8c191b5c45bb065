import { z } from 'zod';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { Limit } from '../pages.ts';

/** The recorded actions: every decision and every change of permissions. */
export const auditActions = [
  'login.succeeded',
  'login.failed',
  'session.ended',
  'password.changed',
  'inbox.setUp',
  'key.created',
  'key.updated',
  'key.revoked',
  'key.rotated',
  'token.created',
  'token.revoked',
  'device.approved',
  'device.denied',
  'enrolment.created',
  'enrolment.used',
  'enrolment.failed',
  'user.created',
  'user.updated',
  'user.deleted',
  'channel.created',
  'channel.updated',
  'channel.ladderChanged',
  'channel.deleted',
  'contact.created',
  'contact.confirmed',
  'contact.unconfirmed',
  'contact.updated',
  'contact.answersEnded',
  'contact.deleted',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secretShown',
  'webhook.secretRotated',
  'webhook.tested',
  'webhook.failing',
  'webhook.paused',
  'webhook.resumed',
  'delivery.retried',
  'review.answered',
  'review.withdrawn',
  'review.ran',
  'message.retracted',
  'messages.pruned',
  'plugins.changed',
  'setting.changed',
  'backup.created',
  'backup.restored',
  'log.renewed',
  'local.used',
  'audit.pruned',
] as const;

export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

/** `local` is a caller with the data directory, `system` the inbox itself, `nobody` a failed login or a wrong code. */
export const AuditActor = z.object({
  kind: z.enum(['user', 'key', 'local', 'system', 'nobody']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});
export type AuditActor = z.infer<typeof AuditActor>;

export const AuditSubject = z.object({
  kind: z.enum([
    'message',
    'channel',
    'key',
    'token',
    'user',
    'session',
    'device',
    'enrolment',
    'contact',
    'setting',
    'plugin',
    'backup',
    'inbox',
  ]),
  id: Id.nullable(),
  name: z.string().nullable(),
});
export type AuditSubject = z.infer<typeof AuditSubject>;

/** As stored, even if altered: the verification has to be able to read it. */
export const AuditEntry = z
  .object({
    seq: z.number().int().describe('Starts at 1, without gaps'),
    at: z.string().describe('ISO 8601 in UTC'),
    action: z.string().describe(`One of ${auditActions.join(', ')}; later versions may add more`),
    actor: AuditActor.extend({ kind: z.string() }),
    via: z
      .string()
      .nullable()
      .describe('`dashboard`, `terminal` or `api`; null for the inbox itself'),
    address: z
      .string()
      .nullable()
      .describe(
        'IP address of the request, or host of the service that passed a press on; null without either',
      ),
    subject: AuditSubject.extend({ kind: z.string(), id: z.string().nullable() }),
    detail: JsonObject.describe('Never contains secrets, passwords or message text'),
    previous: z.string().describe('The hash of the previous entry; 64 zeros for the first'),
    hash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785) of all other fields'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z
  .object({
    data: z.array(AuditEntry),
    titles: z
      .record(z.string(), z.string())
      .describe(
        'By id, the titles that the messages of these entries have now. No entry contains a title, and a deleted message has none',
      ),
    emails: z
      .record(z.string(), z.string().nullable())
      .describe(
        "By id, the e-mail addresses of the users of these entries whose names look like another user's",
      ),
    nextCursor: z
      .string()
      .nullable()
      .describe('Null on the last page. Earlier pages of a filtered list may be short or empty'),
  })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;

const Cursor = z.string().regex(/^[^_]{0,40}_\d{1,15}$/, 'Not a nextCursor');

export const ListAudit = z.object({
  actor: Id.optional().describe('The id of the user or key that acted'),
  action: z
    .array(z.string().min(1).max(100))
    .max(20)
    .optional()
    .describe('An action, or a prefix such as `key.`; repeatable'),
  subject: Id.optional().describe('The id of the object that was changed'),
  after: z.iso.datetime({ offset: true }).optional().describe('At this time or later'),
  before: z.iso.datetime({ offset: true }).optional().describe('Before this time'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Which entries come first'),
  limit: Limit.default(100),
  cursor: Cursor.optional().describe('nextCursor of the previous page'),
});
export type ListAudit = z.infer<typeof ListAudit>;

const Link = z.object({ seq: z.number().int(), hash: z.string() });

/** The ends of the chain, which a verification of all entries is compared with. */
export const AuditChain = z
  .object({
    anchor: Link.describe('The last pruned entry; seq 0 and 64 zeros if none was pruned'),
    newest: Link.describe(
      'The newest entry. Store its hash elsewhere: it proves all entries up to it',
    ),
  })
  .meta({ id: 'AuditChain' });
export type AuditChain = z.infer<typeof AuditChain>;

/** The detail of `audit.pruned`: where the rest of the chain starts. */
export const Pruned = z.object({ through: Link });

/** A completed backup. */
export const BackupMade = z
  .object({
    name: z.string().min(1).max(255).describe('File name of the archive'),
    size: z.number().int().min(0).describe('Size in bytes'),
    version: z.string().max(100).describe('Version of the program that created it'),
  })
  .meta({ id: 'BackupMade' });
export type BackupMade = z.infer<typeof BackupMade>;

const Entry = z.number().int().nullable();

/** The stored decisions, compared with their entries in the log. */
export const RecordComparison = z
  .object({
    compared: z.number().int().describe('How many decisions of this page were compared'),
    different: z.array(
      z.object({
        seq: Entry.describe('The audit entry; null if there is none for the stored answer'),
        messageId: Id,
        what: z
          .array(z.enum(['question', 'answer', 'who', 'entry']))
          .describe('What is stored otherwise; `entry` if the answer has none'),
      }),
    ),
    incomparable: z.array(
      z.object({
        seq: Entry,
        messageId: Id.nullable(),
        why: z
          .enum(['deleted', 'older', 'restored'])
          .describe(
            'The message is deleted; the entry or the answer is from an older version, or its entry was pruned; the entry was carried over a restore that took its answer back',
          ),
      }),
    ),
    nextCursor: z.string().nullable().describe('Null on the last page'),
  })
  .meta({ id: 'RecordComparison' });
export type RecordComparison = z.infer<typeof RecordComparison>;

export const CompareRecord = z.object({
  cursor: z
    .string()
    .regex(/^(entries|answers)_[^_]{0,40}_[^_]{0,128}$/, 'Not a nextCursor')
    .optional()
    .describe('nextCursor of the previous page'),
});
export type CompareRecord = z.infer<typeof CompareRecord>;
