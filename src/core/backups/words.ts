import type { BackupStatus } from './schema.ts';

type Trouble = { says: string; next: string };

/**
 * Returns the problem of the scheduled backups and its remedy; null if none.
 * @param wantedAt the time that the settings name, which a server records when it starts
 */
export function troubleOf(
  { at, failure, overdue, fault, lastSuccessAt }: BackupStatus,
  shown: (at: string) => string,
  wantedAt = at,
): Trouble | null {
  if (at === null && wantedAt !== null) {
    const says = `Backups are scheduled for ${wantedAt}, but no server has started since`;
    return { says, next: 'Restart the server, or start it with `inbox serve`.' };
  }
  if (failure) {
    const next = 'The server retries every hour, and when it starts.';
    return { says: `The last scheduled backup failed: ${failure.reason}`, next };
  }
  if (overdue) {
    const says =
      lastSuccessAt === null
        ? `No backup has been made, although one is scheduled for ${at}`
        : `No backup has been made since ${shown(lastSuccessAt)}`;
    return { says, next: 'Is the server running? `inbox serve` creates a backup when it starts.' };
  }
  return fault === null
    ? null
    : { says: `Scheduled backups fail: ${fault}`, next: `The next one is due at ${at}.` };
}
