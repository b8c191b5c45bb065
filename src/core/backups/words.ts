import type { BackupStatus } from './schema.ts';

/** Returns the problem of the scheduled backups and its remedy; null if none. */
export function troubleOf(
  { at, failure, overdue, lastSuccessAt }: BackupStatus,
  shown: (at: string) => string,
): { says: string; next: string } | null {
  if (failure) {
    const next = 'The server retries every hour, and when it starts.';
    return { says: `The last scheduled backup failed: ${failure.reason}`, next };
  }
  if (!overdue) return null;
  const says =
    lastSuccessAt === null
      ? `No backup has been made, although one is scheduled for ${at}`
      : `No backup has been made since ${shown(lastSuccessAt)}`;
  return { says, next: 'Is the server running? `inbox serve` creates a backup when it starts.' };
}
