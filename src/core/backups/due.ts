/** Decides when a backup is due from the recorded backups, not by a timer. */
import { toTimestamp } from '../time.ts';
import type { BackupNotes, BackupStatus } from './schema.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns whether a backup should be created now. After a failure the next attempt follows an hour
 * later, or at a server start: the cause may have been fixed.
 */
export function isDue(notes: BackupNotes, nowMs: number, { isStart = false } = {}): boolean {
  const { plan, failure } = notes;
  if (plan === null || isUnderWay(notes, nowMs)) return false;
  const momentMs = momentBefore(plan.at, nowMs);
  if (succeededMs(notes) >= momentMs) return false;
  if (isStart || failure === null) return true;
  const failedMs = Date.parse(failure.at);
  return failedMs < momentMs || nowMs - failedMs >= HOUR_MS;
}

export function statusOf(notes: BackupNotes, nowMs: number): BackupStatus {
  const { plan, lastSuccessAt, failure, failures } = notes;
  const underWay = isUnderWay(notes, nowMs);
  if (plan === null) {
    const none = { at: null, keep: null, directory: null, nextAt: null, failure: null };
    return { ...none, lastSuccessAt, failures, overdue: false, underWay };
  }
  const { at, keep, directory, since } = plan;
  // The last that is more than an hour ago.
  const expectedMs = momentBefore(at, nowMs - HOUR_MS - 1);
  const isLate = Math.max(succeededMs(notes), Date.parse(since)) < expectedMs;
  return {
    ...{ at, keep, directory, lastSuccessAt, failure, failures, underWay },
    nextAt: toTimestamp(momentAt(at, momentBefore(at, nowMs), 1)),
    overdue: isLate && !underWay,
  };
}

const isUnderWay = ({ running }: BackupNotes, nowMs: number) =>
  running !== null && Date.parse(running.until) > nowMs;

const succeededMs = ({ lastSuccessAt }: BackupNotes) =>
  lastSuccessAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastSuccessAt);

/** Returns the latest time, up to now, at which the local clock showed `at`. */
function momentBefore(at: string, nowMs: number): number {
  const today = momentAt(at, nowMs, 0);
  return today <= nowMs ? today : momentAt(at, nowMs, -1);
}

/** Returns the time on the same day, or days later; a day may have 23 or 25 hours. */
function momentAt(at: string, ms: number, days: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const date = new Date(ms);
  date.setHours(hours, minutes, 0, 0);
  date.setDate(date.getDate() + days);
  return date.getTime();
}
