import { notedBackups } from '../../backup/noted.ts';
import { troubleOf } from '../../core/backups/words.ts';
import { momentOf } from '../moments.ts';
import { type Finding, findings } from './finding.ts';

/** @param wantedAt the time that the settings name; null for none */
export async function checkBackups(
  data: string,
  wantedAt: string | null,
  nowMs: number,
): Promise<Finding> {
  const { ok, fail } = findings('backups');
  const { status } = await notedBackups(data, nowMs);
  const { at, directory, lastSuccessAt } = status;
  const trouble = troubleOf(status, momentOf, wantedAt ?? at);
  if (trouble) return fail(trouble.says, trouble.next);
  if (at === null) return ok('None are scheduled; for one every day, set INBOX_BACKUP_AT=03:30');
  const last = lastSuccessAt === null ? 'none yet' : `last ${momentOf(lastSuccessAt)}`;
  return ok(`Every day at ${at}, in ${directory}, ${last}`);
}
