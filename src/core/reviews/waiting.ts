import { type Caller, isAffectedBy } from '../access/callers.ts';
import { changeBy, changeByItself } from '../change.ts';
import { noteQuietCall } from '../channels/alive.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { findMessage } from '../messages/stored.ts';
import { asSeenBy } from '../messages/views.ts';
import { LONGEST_HELD_WAIT_MS, letGo, renewLease, takeLease } from './holding.ts';
import { recordDelivered } from './notified.ts';
import { getReview } from './reviews.ts';
import type { Ended, NotifiedBy } from './schema.ts';
import { stillPending } from './table.ts';
import { enter, leave, Waiter, wakeAll } from './waiters.ts';

export type Outcome = { status: Ended; message: Message } | { status: 'timeout' };

/** 10,000 at a time would block other requests for too long. */
const CHECKED_AT_ONCE = 2000;

/** Starts waking waiters when their review ends in any way. */
export function watchWaiting(inbox: Inbox): void {
  inbox.bus.on('review:responded', (message) => {
    void wakeAll(inbox.waiting, message.id, message);
  });
  inbox.bus.on('review:withdrawn', ({ message }) => {
    void wakeAll(inbox.waiting, message.id, message);
  });
  inbox.bus.on('review:expired', ({ messageId }) => {
    wakeWithEnd(inbox, messageId).catch((err) =>
      inbox.log.error({ err }, 'could not wake waiting requests'),
    );
  });
  inbox.bus.on('message:deleted', ({ id }) => {
    void wakeAll(inbox.waiting, id);
  });
  inbox.bus.on('access:changed', (whose) => {
    for (const waiter of [...inbox.waiting.waiters.values()].flatMap((set) => [...set])) {
      if (isAffectedBy(waiter.caller, whose)) waiter.leave();
    }
  });
  // It deletes its messages without an event for each.
  inbox.bus.on('agent:deleted', () => {
    recheckWaiters(inbox).catch((err) =>
      inbox.log.error({ err }, 'could not wake waiting requests'),
    );
  });
}

type Waited = { channel: string; timeoutMs: number; signal?: AbortSignal; by?: NotifiedBy };

/**
 * Waits until the review of a message has ended, for at most `timeoutMs`, or until the caller
 * leaves or loses access; its agent holds it for longer by that. It reads only after subscribing, so that
 * no answer is missed in between.
 */
export async function waitForReview(
  inbox: Inbox,
  caller: Caller,
  id: string,
  { channel, timeoutMs, signal, by = 'wait' }: Waited,
): Promise<Outcome> {
  const waiter = new Waiter(caller);
  enter(inbox.waiting, id, waiter);
  try {
    const look = () => getReview(inbox, caller, id, channel, by);
    let message = await look();
    const { hold, status } = message.review;
    noteQuietCall(inbox, caller, channel);
    if (hold && status === 'pending' && !inbox.waiting.closed) {
      waiter.lease = await changeBy(inbox, caller, (change) => takeLease(change, id));
      // It may have ended since it was read.
      if (waiter.lease === null) message = await look();
    }
    const found = outcomeOf(message);
    if (found.status !== 'timeout' || inbox.waiting.closed) return found;
    const longest = hold ? LONGEST_HELD_WAIT_MS : Number.POSITIVE_INFINITY;
    const woken = await waiter.within(Math.min(timeoutMs, longest), signal);
    if (woken === 'not') {
      if (signal?.aborted) await hangUp(inbox, id, waiter);
      return found;
    }
    if (woken === 'to look') return outcomeOf(await look());
    recordDelivered(inbox, caller, woken, by);
    return outcomeFor(caller, woken);
  } finally {
    leave(inbox.waiting, id, waiter);
  }
}

const RENEWED_EVERY_MS = 10_000;

/**
 * Waits until a held question has ended, and holds it for as long as its agent is connected. Returns null if the
 * agent has left or lost access, if another of its connections has the question now, if it was deleted, or if the
 * inbox closes.
 */
export async function holdReview(
  inbox: Inbox,
  caller: Caller,
  { id, channelId }: Pick<Message, 'id' | 'channelId'>,
  { by, signal }: { by: NotifiedBy; signal: AbortSignal },
): Promise<Message | null> {
  const waiter = new Waiter(caller);
  const look = async () => {
    const message = await getReview(inbox, caller, id, channelId, by);
    return message.review.status === 'pending' ? null : message;
  };
  enter(inbox.waiting, id, waiter);
  try {
    waiter.lease = await changeBy(inbox, caller, (change) => takeLease(change, id));
    const found = await look();
    if (found || waiter.lease === null || inbox.waiting.closed) return found;
    for (;;) {
      const woken = await waiter.within(RENEWED_EVERY_MS, signal);
      if (signal.aborted) {
        await hangUp(inbox, id, waiter);
        return null;
      }
      if (woken === 'to look') return await look();
      if (woken !== 'not') {
        recordDelivered(inbox, caller, woken, by);
        return asSeenBy(caller, woken);
      }
      if (waiter.hasEnded) return null;
      noteQuietCall(inbox, caller, channelId);
      if (!(await isRenewed(inbox, id, waiter.lease))) return await look();
    }
  } catch (error) {
    // It was deleted, or its agent's access has ended.
    if (error instanceof InboxError) return null;
    throw error;
  } finally {
    leave(inbox.waiting, id, waiter);
  }
}

/** A lease that could not be renewed may be the next time: 20 seconds are left. */
const isRenewed = (inbox: Inbox, id: string, lease: number): Promise<boolean> =>
  changeByItself(inbox, (change) => renewLease(change, id, lease)).catch((err) => {
    inbox.log.warn({ err, id }, 'the lease of a question could not be renewed');
    return true;
  });

/** Lets a held question go when the connection of a wait has closed, unless its agent has another one here. */
async function hangUp(inbox: Inbox, id: string, waiter: Waiter): Promise<void> {
  const { waiters, closed } = inbox.waiting;
  const others = [...(waiters.get(id) ?? [])].filter((one) => one !== waiter);
  if (waiter.lease === null || closed || others.some(({ lease }) => lease !== null)) return;
  await letGo(inbox, id, waiter.lease).catch((err) =>
    inbox.log.warn({ err, id }, 'a question is held for longer than its agent'),
  );
}

function outcomeOf(message: Message): Outcome {
  const status = message.review?.status ?? 'pending';
  return status === 'pending' ? { status: 'timeout' } : { status, message };
}

/** The outcomes that waiters were woken with, by reader: thousands of one question share one outcome. */
const outcomes = new WeakMap<Message, Map<Caller['kind'], Outcome>>();

function outcomeFor(caller: Caller, woken: Message): Outcome {
  const known = outcomes.get(woken) ?? new Map<Caller['kind'], Outcome>();
  outcomes.set(woken, known);
  const outcome = known.get(caller.kind) ?? outcomeOf(asSeenBy(caller, woken));
  known.set(caller.kind, outcome);
  return outcome;
}

/**
 * Safety net: re-checks all waiting reviews in batched queries and wakes any waiter that missed its
 * event.
 */
export async function recheckWaiters(inbox: Inbox): Promise<void> {
  const { waiting, store } = inbox;
  const ids = [...waiting.waiters.keys()];
  for (let start = 0; start < ids.length; start += CHECKED_AT_ONCE) {
    const some = ids.slice(start, start + CHECKED_AT_ONCE);
    const pending = await stillPending(store.read, some);
    for (const id of some) if (!pending.has(id)) await wakeWithEnd(inbox, id);
    await new Promise(setImmediate);
  }
}

/** The message is read once for all who wait for it: thousands of long ones would fill the memory. */
async function wakeWithEnd({ waiting, store }: Inbox, messageId: string): Promise<void> {
  if (!waiting.waiters.has(messageId)) return;
  const message = await findMessage(store.read, 'all', messageId);
  void wakeAll(waiting, messageId, message);
}
