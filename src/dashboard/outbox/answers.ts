/**
 * The life of an answer after the press: delayed while it can be undone, sent once however many
 * pages are open, and stored until the inbox has confirmed or refused it.
 */
import { endOf } from '../../client/replica/ends.ts';
import { dueBy, tooLate, undoneBy } from '../../client/undo.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { timerMs } from '../../core/timers.ts';
import { createStore } from '../live/store.ts';
import type { Asked } from '../reviews/asked.ts';
import { ask, createDelivery, type Delivery, send, type World } from './delivery.ts';
import { readOutcome, settledOutcome } from './outcome.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { canBeTakenBack, type Group, isOnItsWay, type Unsent, unsentOf } from './unsent.ts';

export type Answers = ReturnType<typeof createAnswers>;
type Answered = {
  /** Whether it is delayed, so that the person moves on. */
  isHeld: boolean;
  /** Resolves when it is known whether the inbox has stored it. */
  isStored: Promise<boolean>;
};

export function createAnswers(world: World) {
  const shelf = createShelf(world.userId);
  const last = createStore<Unsent | null>(null);
  const own = new Set<string>();
  const waiters = new Map<string, (isStored: boolean) => void>();
  const delivery = createDelivery(world, shelf, (unsent, { is }) => {
    own.delete(unsent.id);
    waiters.get(unsent.id)?.(is === 'stored');
    waiters.delete(unsent.id);
    if (is === 'stored') last.set(unsent);
  });
  const { deliver } = delivery;
  const times = createTimes(world, shelf, (id) => void deliver(id));

  /**
   * @param group the others that are answered by the same press
   */
  function answer(message: Asked, response: JsonObject, group?: Group): Answered {
    const unsent = { ...unsentOf(message, response, world.undoMs()), ...(group && { group }) };
    const { id, dueAt, chosenAt, isKept } = unsent;
    const waits = isKept && world.isOffline();
    const isStored = new Promise<boolean>((resolve) => waiters.set(id, resolve));
    own.add(id);
    last.set(null);
    shelf.put(waits ? { ...unsent, state: 'waiting' } : unsent);
    if (!waits && dueAt <= chosenAt) void deliver(id);
    else if (!waits) times.hold(unsent);
    for (const one of dueBy(times.held(), Date.now())) void deliver(one.id);
    return { isHeld: waits || dueAt > chosenAt, isStored };
  }

  return {
    store: shelf.store,
    /** The one that was stored last, until the person moves on. */
    last,
    answer: (message: Asked, response: JsonObject) => answer(message, response),
    /** Gives several questions the same answer: each by its own request, all undone by one press. */
    answerAll(messages: Asked[], response: JsonObject): void {
      const group = { id: `${Date.now()} ${messages[0]?.id}`, count: messages.length };
      for (const message of messages) answer(message, response, group);
    },
    /** Sends a waiting one on request. */
    sendNow: (id: string) => void deliver(id, true),
    takeBack: takerBack(shelf, delivery),
    /** Discards one that may or may not have arrived. */
    discard: (id: string) => shelf.remove(id),
    sendDue: times.sendDue,
    ...followEnds(world, shelf, delivery),
    /** Sends delayed answers while the page is being left. */
    leave(): void {
      if (world.isOffline()) return;
      for (const unsent of times.held().filter(({ id }) => own.has(id))) {
        shelf.put({ ...unsent, state: 'sending', isTried: true });
        void send(unsent, world, true);
      }
    },
    /** Sends delayed answers and resolves when that has succeeded or failed. */
    flush: () => Promise.all(times.held().map(({ id }) => deliver(id))),
    /** The person logs out: removes everything of theirs. */
    forget(): void {
      for (const { id } of shelf.store.get()) shelf.remove(id);
    },
    /** The session has ended: unsent answers now need a press. Returns them. */
    close(): Unsent[] {
      times.stop();
      for (const unsent of shelf.store.get()) if (unsent.state !== 'refused') ask(shelf, unsent);
      return shelf.store.get().filter(({ state }) => state === 'asking');
    },
  };
}

/**
 * Undoes an answer, or the newest possible, with all of its press; returns it if agents will never
 * see it.
 */
function takerBack(shelf: Shelf, { withLock }: Delivery) {
  const begun = new Set<string>();
  const isFree = (one: Unsent) => canBeTakenBack(one) && !begun.has(one.id);

  async function takeOne({ id }: Unsent): Promise<boolean> {
    let isBack = false;
    begun.add(id);
    await withLock(id, async () => {
      const latest = shelf.latest(id);
      isBack = latest !== undefined && canBeTakenBack(latest);
      if (isBack) shelf.remove(id);
    });
    begun.delete(id);
    return isBack;
  }

  return async (wanted?: string): Promise<Unsent | undefined> => {
    const all = undoneBy(shelf.store.get().filter(isFree), wanted);
    const isBack = await Promise.all(all.map(takeOne));
    return isBack.includes(true) ? all.at(-1) : undefined;
  };
}

/** Handles events about questions with unsent answers. */
function followEnds(world: World, shelf: Shelf, { settle }: Delivery) {
  const find = (id: string) => {
    const unsent = shelf.find(id);
    return unsent && !isOnItsWay(unsent) ? unsent : undefined;
  };
  async function onAnswered(message: Message): Promise<void> {
    const unsent = find(message.id);
    if (!unsent) return;
    const outcome = await settledOutcome(unsent, message, world.userId);
    if (find(message.id)?.state === 'refused') shelf.remove(message.id);
    else if (find(message.id) && outcome.is !== 'refused') settle(unsent, outcome);
  }
  /** Its question ended without an answer, or was deleted. */
  async function look(id: string): Promise<void> {
    const unsent = find(id);
    if (!unsent) return;
    const outcome = await readOutcome(unsent, world);
    if (find(id) && (outcome.is === 'late' || outcome.is === 'gone')) settle(unsent, outcome);
  }
  return {
    /** An event may have ended their questions, here or elsewhere. */
    onEvent(event: LiveEvent): void {
      const end = endOf(event);
      if (!end) return;
      const unsent = shelf.store.get().filter((one) => !isOnItsWay(one));
      for (const { id } of tooLate(unsent, end)) {
        void (end.how === 'answered' ? onAnswered(end.message) : look(id));
      }
    },
  };
}

// Schedules when answers are sent.

const AGAIN_MS = 3000;

function createTimes(world: World, shelf: Shelf, deliver: (id: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const held = () => shelf.store.get().filter(({ state }) => state === 'held');

  function hold({ id, dueAt }: Unsent): void {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => deliver(id), timerMs(dueAt - Date.now())),
    );
  }

  /** Due ones, those waiting for the inbox, and those that a closed page had started. */
  function sendDue(): void {
    if (world.isOffline()) return;
    for (const unsent of shelf.store.get()) {
      const { id, state, dueAt, isKept } = unsent;
      const isDue = state === 'held' && dueAt <= Date.now();
      const isBegun = isOnItsWay(unsent) && isKept;
      if (isDue || isBegun || state === 'waiting') deliver(id);
    }
  }

  for (const unsent of held()) hold(unsent);
  const again = setInterval(sendDue, AGAIN_MS);
  const unfollow = shelf.follow((unsent) => {
    if (unsent?.state === 'held') hold(unsent);
  });
  sendDue();

  return {
    held,
    hold,
    sendDue,
    stop(): void {
      clearInterval(again);
      unfollow();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
