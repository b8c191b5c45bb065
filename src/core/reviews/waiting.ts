import { type Caller, isOf } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { asSeenBy } from '../messages/views.ts';
import { getReview } from './reviews.ts';
import { stillPending } from './table.ts';

/** Wakes with the message that was answered, or to look what became of it. */
type Waker = (answered?: Message) => void;
/** Who waits for which message's review. */
export type Waiting = { wakers: Map<string, Set<Waker>>; closed: boolean };

export type Outcome = { status: 'completed' | 'expired'; message: Message } | { status: 'timeout' };

/** So many ids fit into one query. */
const CHECKED_AT_ONCE = 5000;

export const createWaiting = (): Waiting => ({ wakers: new Map(), closed: false });

/** Starts to wake waiters when their review ends, in whatever way. */
export function watchWaiting(inbox: Inbox): void {
  const wake = (messageId: string) => wakeAll(inbox.waiting, messageId);
  inbox.bus.on('review:responded', (message) => wakeAll(inbox.waiting, message.id, message));
  inbox.bus.on('review:expired', ({ messageId }) => wake(messageId));
  inbox.bus.on('message:deleted', ({ id }) => wake(id));
  // It takes its messages with it without a word for each.
  inbox.bus.on('agent:deleted', () => {
    checkWaiting(inbox).catch((err) => inbox.log.error({ err }, 'waiters could not be woken'));
  });
}

/**
 * Waits until the review of a message has ended, for at most `timeoutMs`, or until the caller goes
 * away or loses access. It looks after it has begun to listen, so that no answer falls between the two.
 */
export async function waitForReview(
  inbox: Inbox,
  caller: Caller,
  id: string,
  { channel, timeoutMs, signal }: { channel: string; timeoutMs: number; signal?: AbortSignal },
): Promise<Outcome> {
  const wake = listen(inbox.waiting, id);
  const forget = inbox.bus.on('access:changed', (whose) => {
    if (isOf(caller, whose)) wake.leave();
  });
  const look = async () => outcomeOf(await getReview(inbox, caller, id, channel));
  try {
    const found = await look();
    if (found.status !== 'timeout' || inbox.waiting.closed) return found;
    const woken = await wake.within(timeoutMs, signal);
    if (woken === 'not') return found;
    return woken === 'to look' ? await look() : outcomeOf(asSeenBy(caller, woken));
  } finally {
    forget();
    wake.stop();
  }
}

function outcomeOf(message: Message): Outcome {
  const status = message.review?.status ?? 'pending';
  return status === 'pending' ? { status: 'timeout' } : { status, message };
}

/** Answers all polls with `timeout`: the inbox is closing. */
export function endWaiting(waiting: Waiting): void {
  waiting.closed = true;
  for (const messageId of [...waiting.wakers.keys()]) wakeAll(waiting, messageId);
}

/** The safety net under the events: one query for all who wait, and whoever missed news is woken. */
export async function checkWaiting({ waiting, store }: Inbox): Promise<void> {
  const ids = [...waiting.wakers.keys()];
  for (let start = 0; start < ids.length; start += CHECKED_AT_ONCE) {
    const some = ids.slice(start, start + CHECKED_AT_ONCE);
    const pending = await stillPending(store.read, some);
    for (const id of some) if (!pending.has(id)) wakeAll(waiting, id);
  }
}

export function countWaiting({ wakers }: Waiting): number {
  let count = 0;
  for (const set of wakers.values()) count += set.size;
  return count;
}

function wakeAll({ wakers }: Waiting, messageId: string, answered?: Message) {
  for (const wake of wakers.get(messageId) ?? []) wake(answered);
}

type Woken = 'not' | 'to look' | Message;

function listen({ wakers }: Waiting, messageId: string) {
  let wake = () => {};
  let woken: Woken = 'not';
  let left = false;
  const waker: Waker = (answered) => {
    woken = answered ?? 'to look';
    wake();
  };
  const set = wakers.get(messageId) ?? new Set();
  wakers.set(messageId, set.add(waker));
  return {
    /** Not woken when the time is up or the caller has gone or left. */
    within(timeoutMs: number, signal?: AbortSignal): Promise<Woken> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(woken), timeoutMs);
        wake = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          resolve(woken);
        };
        signal?.addEventListener('abort', wake);
        if (woken !== 'not' || left || signal?.aborted) wake();
      });
    },
    leave() {
      left = true;
      wake();
    },
    stop() {
      set.delete(waker);
      if (set.size === 0) wakers.delete(messageId);
    },
  };
}
