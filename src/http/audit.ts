import { Elysia } from 'elysia';
import { z } from 'zod';
import { noteBackup } from '../core/audit/backups.ts';
import { compareRecord } from '../core/audit/comparing.ts';
import { auditChain, listAudit } from '../core/audit/list.ts';
import {
  AuditChain,
  AuditPage,
  BackupMade,
  CompareRecord,
  ListAudit,
  RecordComparison,
} from '../core/audit/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { withLists } from './query.ts';

/** For owners: who decided and changed what. */
export const auditRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Audit'] } })
    .use(withCaller)
    .get('/audit', ({ caller, query }) => listAudit(inbox, caller, query), {
      query: ListAudit,
      transform: withLists('action'),
      detail: { operationId: 'listAuditEntries', summary: 'List audit log entries' },
      response: { 200: AuditPage, ...failures },
    })
    .get('/audit/chain', ({ caller }) => auditChain(inbox, caller), {
      detail: { operationId: 'getAuditChain', summary: 'Get both ends of the hash chain' },
      response: { 200: AuditChain, ...failures },
    })
    .get('/audit/comparison', ({ caller, query }) => compareRecord(inbox, caller, query), {
      query: CompareRecord,
      detail: {
        operationId: 'checkRecord',
        summary: 'Compare stored decisions with the audit log',
      },
      response: { 200: RecordComparison, ...failures },
    })
    .post(
      '/audit/backups',
      async ({ caller, body, status }) => status(201, await noteBackup(inbox, caller, body)),
      {
        body: BackupMade,
        parse: json,
        detail: {
          operationId: 'recordBackup',
          summary: 'Record a backup; called by `inbox backup create`',
        },
        response: { 201: z.object({ recorded: z.literal(true) }), ...failures },
      },
    );
