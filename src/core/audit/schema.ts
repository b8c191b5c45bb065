import { z } from 'zod';
import { Id } from '../ids.ts';
import { JsonObject } from '../json.ts';
import { Timestamp } from '../time.ts';

/** What is recorded: every decision and every change of power. */
export const auditActions = [
  'login.succeeded',
  'login.failed',
  'session.ended',
  'password.changed',
  'inbox.setUp',
  'key.created',
  'key.revoked',
  'token.created',
  'token.revoked',
  'device.approved',
  'device.denied',
  'user.created',
  'user.updated',
  'user.deleted',
  'channel.created',
  'channel.updated',
  'channel.deleted',
  'webhook.updated',
  'webhook.secretShown',
  'webhook.secretRotated',
  'webhook.tested',
  'delivery.retried',
  'review.answered',
  'message.retracted',
  'plugins.changed',
  'setting.changed',
  'backup.created',
  'backup.restored',
  'local.used',
  'audit.pruned',
] as const;

export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

/** `local` is whoever holds the data directory, `system` the inbox itself, `nobody` a failed login. */
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
    'setting',
    'plugin',
    'backup',
    'inbox',
  ]),
  id: Id.nullable(),
  name: z.string().nullable(),
});
export type AuditSubject = z.infer<typeof AuditSubject>;

export const AuditEntry = z
  .object({
    seq: z.number().int().describe('Without gaps, from 1'),
    at: Timestamp,
    action: z.string().describe(`One of ${auditActions.join(', ')}; later versions add more`),
    actor: AuditActor.extend({ kind: z.string() }),
    via: z.string().nullable().describe('dashboard, terminal or api; null for the inbox itself'),
    address: z.string().nullable().describe('Where the request came from; null in process'),
    subject: AuditSubject.extend({ kind: z.string() }),
    detail: JsonObject.describe('Never a secret, a password or the text of a message'),
    previous: z.string().describe('The hash of the entry before; 64 zeros for the first'),
    hash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785) of all other fields'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;
