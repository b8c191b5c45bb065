import { z } from 'zod';
import { Timestamp } from '../time.ts';

/** The name of the record in the table `state`. */
export const BACKUPS = 'backups';

/** The server's settings: other commands do not see its environment. */
const Plan = z.object({
  /** Local time, such as 03:30. */
  at: z.string(),
  /** Such as 7d,4w,6m. */
  keep: z.string(),
  directory: z.string(),
  since: Timestamp,
});

/** An archive that a scheduled backup created, or was creating when its process was killed. */
const Archive = z.object({ path: z.string(), size: z.number().nullable(), createdAt: Timestamp });
export type Archive = z.infer<typeof Archive>;

/** Sorts by time, because that is in UTC. */
export const archiveName = (at: string): string => `inbox-${at.replaceAll(/[:.]/g, '-')}.tar.gz`;

const Failure = z.object({ at: Timestamp, reason: z.string() });

/** The inbox's own record of its scheduled backups. */
export const BackupNotes = z.object({
  plan: Plan.nullable(),
  /** The archives that were not removed yet, oldest first. No other file is ever removed. */
  archives: z.array(Archive),
  lastSuccessAt: Timestamp.nullable(),
  /** Null after a later success. */
  failure: Failure.nullable(),
  failures: z.number(),
  /** The process that creates one must renew this before `until`. */
  running: z.object({ path: z.string(), since: Timestamp, until: Timestamp }).nullable(),
});
export type BackupNotes = z.infer<typeof BackupNotes>;

export const noBackups: BackupNotes = {
  plan: null,
  archives: [],
  lastSuccessAt: null,
  failure: null,
  failures: 0,
  running: null,
};

/** The state of scheduled backups, for owners. */
export const BackupStatus = z
  .object({
    at: z
      .string()
      .nullable()
      .describe('Server-local time of the daily backup; null if none is scheduled'),
    keep: z.string().nullable().describe('How many daily, weekly and monthly backups are kept'),
    directory: z.string().nullable(),
    lastSuccessAt: Timestamp.nullable(),
    nextAt: Timestamp.nullable(),
    failure: Failure.nullable().describe('Why the last backup failed; null if it succeeded'),
    failures: z.number().int().describe('Failed backups in total'),
    overdue: z.boolean().describe('True if a backup is more than an hour late'),
    fault: z
      .string()
      .nullable()
      .describe(
        'What is wrong with the directory now, such as a disk that is not mounted, or null',
      ),
    underWay: z.boolean(),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.infer<typeof BackupStatus>;
