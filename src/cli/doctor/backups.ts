import { notedBackups } from '../../backup/noted.ts';
import { troubleOf } from '../../core/backups/words.ts';
import { momentOf } from '../moments.ts';
import { type Finding, findings } from './finding.ts';

export function checkBackups(data: string, nowMs: number): Finding {
  const { ok, fail } = findings('backups');
  const { status } = notedBackups(data, nowMs);
  const { at, directory, lastSuccessAt } = status;
  if (at === null) return ok('None are scheduled; for one every day, set INBOX_BACKUP_AT=03:30');
  const trouble = troubleOf(status, momentOf);
  if (trouble) return fail(trouble.says, trouble.next);
  const last = lastSuccessAt === null ? 'none yet' : `last ${momentOf(lastSuccessAt)}`;
  return ok(`Every day at ${at}, in ${directory}, ${last}`);
}
