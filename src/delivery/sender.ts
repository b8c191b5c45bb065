/**
 * Sends the due items of one queue, as far as its worker has room for them.
 *
 * No item that waits is forgotten. Each is in one of these places, and each place leads to another look:
 * - due at `searchAtMs` or later: the alarm rings then, unless there is no room until an attempt ends;
 * - kept by its lane, which is busy: the end of the lane's attempt begins it;
 * - passed over by a search, because its lane was busy: the lane is searched once it is free;
 * - claimed: the end of its attempt looks again. If nobody ends it, its lease does: that is a time when it is due.
 */
import type { Inbox } from '../core/inbox.ts';
import type { Due } from '../core/outgoing/due.ts';
import { type Attempts, noAttempts, type Outcome } from '../core/outgoing/outcome.ts';
import { createAlarm } from './alarm.ts';
import { createLanes } from './lanes.ts';
import type { Queue } from './queue.ts';

const AGAIN_MS = 1000;
/** A time that has passed, wherever the clock is set. */
const NOW = Number.NEGATIVE_INFINITY;

type Worker = Pick<Inbox, 'now' | 'log'> & {
  /** How many more items the queue may send now. */
  room: () => number;
  /** Lets all queues go on: an attempt has ended. */
  goOnAll: () => void;
  /** Cuts off what is being sent. */
  signal: AbortSignal;
};

export type Sender = ReturnType<typeof createSender>;

export function createSender<Item extends { id: string }, Ended extends Outcome>(
  { now, log, room, goOnAll, signal }: Worker,
  queue: Queue<Item, Ended>,
) {
  const attempts: Attempts = { ...noAttempts };
  const lanes = createLanes(queue.lanes);
  const alarm = createAlarm(now, goOn);
  const underWay = new Set<string>();
  const settling = new Set<Promise<boolean>>();
  /** The lanes know all that is due sooner: they keep it, or were passed over. */
  let searchAtMs = NOW;
  let turn: Promise<void> | null = null;

  function look(atMs = NOW): void {
    searchAtMs = Math.min(searchAtMs, atMs > now() ? atMs : NOW);
    goOn();
  }

  /** Here alone the queue comes to rest: until the alarm rings or, without room, until an attempt ends. */
  function goOn(): void {
    if (turn !== null || signal.aborted || room() === 0) return;
    if (searchAtMs <= now() || lanes.areReady()) turn = begin();
    else alarm.set(searchAtMs);
  }

  async function begin(): Promise<void> {
    // Items that come due, or for which others make room, in one turn of the event loop are claimed together.
    await new Promise(setImmediate);
    try {
      if (searchAtMs <= now()) await search();
      await claim(lanes.begin(room()));
    } catch (err) {
      log.error({ err, queue: queue.name }, 'due deliveries could not be read');
      lanes.forget();
      searchAtMs = now() + AGAIN_MS;
    }
    turn = null;
    goOn();
  }

  async function search(): Promise<void> {
    const [atMs, limit] = [now(), room()];
    // An item that comes due during the search lowers it again.
    searchAtMs = Number.POSITIVE_INFINITY;
    await queue.takeBack(atMs, (id) => underWay.has(id));
    const found = await queue.findDue({ atMs, limit, isBusy: lanes.passOver });
    lanes.keep(found);
    const next = found.length < limit ? await queue.nextDueAt(atMs) : NOW;
    searchAtMs = Math.min(searchAtMs, next ?? Number.POSITIVE_INFINITY);
  }

  async function claim(begun: Due[]): Promise<void> {
    if (begun.length === 0) return;
    const ids = begun.map(({ id }) => id);
    for (const id of ids) underWay.add(id);
    const untilMs = now() + queue.leaseMs;
    try {
      const items = new Map((await queue.claim(ids)).map((item) => [item.id, item]));
      for (const { id, lane } of begun) {
        const item = items.get(id);
        if (item) void sendOne(item, lane, untilMs);
        else end(id, lane, null);
      }
      // The rest has ended, or is due later now that the clock was set.
      if (items.size < begun.length) searchAtMs = Math.min(searchAtMs, now() + AGAIN_MS);
    } catch (error) {
      for (const { id, lane } of begun) end(id, lane, null);
      throw error;
    }
  }

  async function sendOne(item: Item, lane: string, untilMs: number): Promise<void> {
    // Claimed while the worker stopped.
    if (signal.aborted) return;
    const outcome = await send(item);
    const isStored = outcome !== null && (await settle(item, outcome, untilMs));
    // It was cut off.
    if (signal.aborted && !isStored) return;
    end(item.id, lane, outcome !== null && queue.isWell(outcome));
    // An item that was not accepted may be due again; one that was not stored is, once its lease ends.
    if (!isStored || outcome.result !== 'accepted') searchAtMs = NOW;
    goOnAll();
  }

  async function send(item: Item): Promise<Ended | null> {
    try {
      const outcome = await queue.send(item, signal);
      attempts[outcome.result]++;
      return outcome;
    } catch (err) {
      log.error({ err, queue: queue.name, id: item.id }, 'an attempt failed');
      return null;
    }
  }

  /** Retries while the lease of the item holds; returns whether it is stored. */
  async function settle(item: Item, outcome: Ended, untilMs: number): Promise<boolean> {
    while (!signal.aborted || outcome.result === 'accepted') {
      const storing = queue.settle(item, outcome).then(
        () => true,
        (err) => {
          log.error({ err, queue: queue.name, id: item.id }, 'attempt could not be recorded');
          return false;
        },
      );
      settling.add(storing);
      const isStored = await storing;
      settling.delete(storing);
      if (isStored) return true;
      if (signal.aborted || now() >= untilMs) return false;
      await Bun.sleep(AGAIN_MS);
    }
    return false;
  }

  function end(id: string, lane: string, isWell: boolean | null): void {
    underWay.delete(id);
    if (lanes.end(lane, isWell)) searchAtMs = NOW;
  }

  const unwatch = queue.onDue(look);

  return {
    /** Resolves once it has looked for the first time. */
    async begun(): Promise<void> {
      look();
      await turn;
    },
    look,
    goOn,
    underWay: () => underWay.size,
    /** Since the start. */
    attempts: (): Attempts => ({ ...attempts, underWay: underWay.size }),
    /** Once the signal has cut off what is being sent: stores what was accepted, and gives back the rest. */
    async stop(): Promise<void> {
      alarm.end();
      unwatch();
      await turn;
      await new Promise(setImmediate);
      await Promise.all(settling);
      if (underWay.size > 0) await queue.release([...underWay]);
    },
  };
}
