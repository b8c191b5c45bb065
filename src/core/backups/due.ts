/** Decides when a backup is due from the recorded backups, not by a timer. */
import { toTimestamp } from '../time.ts';
import { lastAt, localZone, nextAt } from '../wall-clock.ts';
import type { BackupNotes, BackupStatus } from './schema.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns whether a backup should be created now. After a failure the next attempt follows an hour
 * later, or at a server start: the cause may have been fixed.
 */
export function isDue(notes: BackupNotes, nowMs: number, { isStart = false } = {}): boolean {
  const { plan, failure } = notes;
  if (plan === null || isUnderWay(notes, nowMs)) return false;
  const momentMs = lastAt(localZone(), plan.at, nowMs);
  if (succeededMs(notes) >= momentMs) return false;
  if (isStart || failure === null) return true;
  const failedMs = Date.parse(failure.at);
  return failedMs < momentMs || nowMs - failedMs >= HOUR_MS;
}

/** @param fault why the directory of the plan cannot be written to; null if it can */
export function statusOf(
  notes: BackupNotes,
  nowMs: number,
  fault: string | null = null,
): BackupStatus {
  const { plan, lastSuccessAt, failure, failures } = notes;
  const underWay = isUnderWay(notes, nowMs);
  if (plan === null) {
    return {
      at: null,
      keep: null,
      directory: null,
      lastSuccessAt,
      nextAt: null,
      failure: null,
      failures,
      overdue: false,
      fault: null,
      underWay,
    };
  }
  const { at, keep, directory, since } = plan;
  // The last that is more than an hour ago.
  const expectedMs = lastAt(localZone(), at, nowMs - HOUR_MS - 1);
  const isLate = Math.max(succeededMs(notes), Date.parse(since)) < expectedMs;
  return {
    at,
    keep,
    directory,
    lastSuccessAt,
    nextAt: toTimestamp(nextAt(localZone(), at, nowMs)),
    failure,
    failures,
    overdue: isLate && !underWay,
    fault,
    underWay,
  };
}

const isUnderWay = ({ running }: BackupNotes, nowMs: number) =>
  running !== null && Date.parse(running.until) > nowMs;

const succeededMs = ({ lastSuccessAt }: BackupNotes) =>
  lastSuccessAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastSuccessAt);
