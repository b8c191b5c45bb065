import { Elysia } from 'elysia';
import { getBackups } from '../core/backups/scheduled.ts';
import { BackupStatus } from '../core/backups/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const backupRoutes = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Server'] } })
    .use(withCaller)
    .get('/backups', ({ caller }) => getBackups(inbox, caller), {
      detail: { operationId: 'getBackups', summary: 'Get the status of the scheduled backups' },
      response: { 200: BackupStatus, ...failures },
    });
