/** The tasks that run by the clock. */
import { announceExpired } from './core/access/expiry.ts';
import { pruneAudit } from './core/audit/prune.ts';
import { finishRemovals } from './core/channels/removal.ts';
import { markOffline } from './core/channels/status.ts';
import { sweepFiles } from './core/files/sweep.ts';
import type { Inbox } from './core/inbox.ts';
import { pruneEvents } from './core/log/prune.ts';
import { settleFailures } from './core/logins/record.ts';
import { indexOlder } from './core/messages/reindexing.ts';
import { sweepMessages } from './core/messages/retention.ts';
import { abortAbandoned } from './core/messages/streams.ts';
import { sayAllClosed } from './core/notify/inform.ts';
import { notifyAllLate } from './core/notify/late.ts';
import { finishContactRemovals, sweepNotices } from './core/notify/sweep.ts';
import { settleExpired } from './core/reviews/expiry.ts';
import { recheckWaiters } from './core/reviews/waiting.ts';
import { withdrawOfEndedKeys } from './core/reviews/withdrawing.ts';
import { timerMs } from './core/timers.ts';
import { sweepDeliveries } from './core/webhooks/sweep.ts';

const ACCESS_CHECK_MS = 1000;
const WAITING_CHECK_MS = 2000;
const REMOVAL_CHECK_MS = 500;
/** Work that goes on without a pause; this continues it after a full disk has stopped it. */
const RESUME_CHECK_MS = 60_000;
const SILENCE_CHECK_MS = 10_000;
const SWEEP_MS = 60 * 60 * 1000;
const AFTER_FAILURE_MS = 1000;

/** Runs the scheduled tasks of an inbox until `stop`. */
export function startSchedule(inbox: Inbox): { stop: () => void } {
  const log = (err: unknown) => inbox.log.error({ err }, 'a scheduled task failed');
  const every = (ms: number, task: () => Promise<void>) =>
    setInterval(() => task().catch(log), timerMs(ms));
  let accessCheckedAt = inbox.now();
  const remove = oneAtATime(() => finishRemovals(inbox));
  const removeContacts = oneAtATime(() => finishContactRemovals(inbox));
  const index = oneAtATime(() => indexOlder(inbox));
  const withdraw = oneAtATime(() => withdrawOfEndedKeys(inbox));
  // Whatever the time, nobody has looked since the last server.
  inbox.expiry.lookedAt = 0;
  const timers = [
    every(ACCESS_CHECK_MS, () => {
      const since = accessCheckedAt;
      accessCheckedAt = inbox.now();
      return announceExpired(inbox, since, accessCheckedAt);
    }),
    // Timers stop while a laptop sleeps, and ignore changes of the clock.
    every(WAITING_CHECK_MS, () => settleExpired(inbox)),
    every(WAITING_CHECK_MS, () => recheckWaiters(inbox)),
    every(REMOVAL_CHECK_MS, remove),
    every(WAITING_CHECK_MS, removeContacts),
    every(RESUME_CHECK_MS, index),
    every(RESUME_CHECK_MS, withdraw),
    every(SILENCE_CHECK_MS, () => markOffline(inbox)),
    every(SILENCE_CHECK_MS, () => abortAbandoned(inbox)),
    every(SILENCE_CHECK_MS, () => settleFailures(inbox)),
    every(SWEEP_MS, () => sweepFiles(inbox)),
    every(SWEEP_MS, () => sweepDeliveries(inbox)),
    every(SWEEP_MS, () => sweepNotices(inbox)),
    every(SWEEP_MS, () => pruneAudit(inbox)),
    every(SWEEP_MS, () => pruneEvents(inbox)),
    every(SWEEP_MS, () => sweepMessages(inbox)),
  ];
  notifyAllLate(inbox).catch(log);
  sayAllClosed(inbox).catch(log);
  sweepFiles(inbox).catch(log);
  remove().catch(log);
  withdraw().catch(log);
  index().catch(log);
  pruneAudit(inbox).catch(log);
  pruneEvents(inbox).catch(log);
  sweepMessages(inbox).catch(log);
  const stopExpiry = expireOnTime(inbox, log);
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      stopExpiry();
    },
  };
}

/** A task that a stop cuts off is finished after the next start. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return async () => {
    running ??= task().finally(() => {
      running = null;
    });
    await running;
  };
}

function expireOnTime(inbox: Inbox, log: (err: unknown) => void): () => void {
  let timer: Timer | undefined;
  const arm = (atLeastMs = 0) => {
    clearTimeout(timer);
    const { nextAt } = inbox.expiry;
    if (nextAt === null) return;
    timer = setTimeout(expire, timerMs(Math.max(nextAt - inbox.now(), atLeastMs)));
  };
  const expire = () =>
    settleExpired(inbox).then(
      () => arm(),
      (err) => {
        log(err);
        arm(AFTER_FAILURE_MS);
      },
    );
  inbox.expiry.onNext = () => arm();
  arm();
  return () => {
    inbox.expiry.onNext = () => {};
    clearTimeout(timer);
  };
}
