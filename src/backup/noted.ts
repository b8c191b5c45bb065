import { faultOfPlan } from '../core/backups/directory.ts';
import { statusOf } from '../core/backups/due.ts';
import { BACKUPS, BackupNotes, type BackupStatus, noBackups } from '../core/backups/schema.ts';
import { stateIn } from '../storage/directory.ts';

/**
 * Reads what a data directory has recorded about its scheduled backups, whether or not a server has
 * it open.
 */
export async function notedBackups(
  data: string,
  nowMs: number,
): Promise<{ status: BackupStatus; scheduled: Set<string> }> {
  const notes = BackupNotes.safeParse(stateIn(data, BACKUPS)).data ?? noBackups;
  const scheduled = new Set(notes.archives.map(({ path }) => path));
  const fault = notes.plan && (await faultOfPlan(data, notes.plan));
  return { status: statusOf(notes, nowMs, fault), scheduled };
}
