import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { BackupMade } from './schema.ts';

/** Records a backup, which only a reader of the data directory can have created. */
export async function noteBackup(inbox: Inbox, caller: Caller, { name, ...detail }: BackupMade) {
  mustBeOwner(caller);
  if (caller.origin.credential !== 'local') {
    throw new InboxError('forbidden', 'Only `inbox backup create` on the server may do this');
  }
  return changeBy(inbox, caller, async ({ emit, caller }) => {
    emit('audited', {
      by: caller,
      action: 'backup.created',
      subject: { kind: 'backup', id: null, name },
      detail,
    });
    return { recorded: true as const };
  });
}
