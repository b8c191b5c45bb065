/** Long polls, held until there is something to report. */
import { type Caller, isAffectedBy } from '../access/callers.ts';
import { sees } from '../access/permissions.ts';
import { channelOf, loggedNames } from '../events/lookup.ts';
import type { Inbox } from '../inbox.ts';
import { ownTurn } from '../own-turn.ts';
import { Waiter } from '../reviews/waiters.ts';
import { type From, type LogPage, readEvents } from './page.ts';
import type { LogState } from './state.ts';

/** Starts waking those who wait for an event that they may receive. */
export function watchLog(inbox: Inbox): void {
  const { waiters } = inbox.eventLog;
  for (const name of loggedNames) {
    inbox.bus.on(name, (payload) => {
      const channelId = channelOf(name, payload);
      for (const waiter of waiters) if (maySee(waiter.caller, channelId)) waiter.wake();
    });
  }
}

/** Like `readEvents`, but without an event it waits for up to `waitMs`, or until `signal`. */
export async function holdEvents(
  inbox: Inbox,
  caller: Caller,
  from: From,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<LogPage> {
  const access = followAccess(inbox, caller);
  const ended = AbortSignal.any([signal, access.signal]);
  const until = performance.now() + waitMs;
  try {
    for (let { after } = from; ; ) {
      const waiter = new Waiter(caller);
      inbox.eventLog.waiters.add(waiter);
      try {
        const page = await readEvents(inbox, caller, { ...from, after });
        const leftMs = until - performance.now();
        const isOver = leftMs <= 0 || inbox.eventLog.isClosed || ended.aborted;
        if (!page.isEmpty || isOver) return page;
        after = page.nextAfter;
        if (page.more) await ownTurn();
        else if ((await waiter.within(leftMs, ended)) === 'not') return page;
      } finally {
        inbox.eventLog.waiters.delete(waiter);
      }
    }
  } finally {
    access.end();
  }
}

/** Aborts once the caller's access has changed: permissions looked up earlier are outdated. */
export function followAccess(inbox: Inbox, caller: Caller) {
  const changed = new AbortController();
  const end = inbox.bus.on('access:changed', (whose) => {
    if (isAffectedBy(caller, whose)) changed.abort();
  });
  return { signal: changed.signal, end };
}

/** Answers all long polls: the inbox is closing. */
export function endHeld(log: LogState): void {
  log.isClosed = true;
  for (const waiter of log.waiters) waiter.wake();
}

/** Cheaper than a read, which checks the access itself. */
const maySee = (caller: Caller, channelId: string | null): boolean =>
  channelId === null ? caller.kind === 'human' && caller.role === 'owner' : sees(caller, channelId);
