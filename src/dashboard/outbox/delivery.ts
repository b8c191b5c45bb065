/** Sends one answer, from one page of the browser at a time, and records the result on the shelf. */
import { type Client, ok } from '../../client/client.ts';
import type { Message } from '../../core/messages/schema.ts';
import { keptKey } from '../data/kept.ts';
import { alone } from './alone.ts';
import { type By, isSession, type Outcome, outcomeOf } from './outcome.ts';
import type { Shelf } from './shelf.ts';
import type { Unsent, UnsentState } from './unsent.ts';

export type World = {
  client: Client;
  userId: string;
  undoMs: () => number;
  isOffline: () => boolean;
  onStored: (unsent: Unsent, message: Message) => void;
  /** It was permanently not stored, or needs the person. */
  onFailed: (unsent: Unsent, outcome: Outcome) => void;
};
export type Delivery = ReturnType<typeof createDelivery>;

const SLOW_MS = 1000;
const UNCONFIRMED_MS = 5000;
const UNREACHABLE = "Can't reach the inbox. Your answer was not sent.";

export function createDelivery(
  world: World,
  shelf: Shelf,
  onEnd: (unsent: Unsent, outcome: Outcome) => void,
) {
  /** No other page of the browser sends or undoes it at the same time. */
  const withLock = (id: string, act: () => Promise<void>) =>
    alone(keptKey(world.userId, 'lease', id), act);

  const deliver = (id: string, byPress = false): Promise<void> =>
    withLock(id, async () => {
      const unsent = shelf.latest(id);
      if (!unsent || unsent.state === 'refused') return;
      if (unsent.state === 'asking' && !byPress) return;
      const isTheirs = unsent.state === 'held' || (await isSession(world));
      if (!isTheirs)
        return settle(unsent, { is: isTheirs === null ? 'unreachable' : 'logged out' });
      // A waiting answer stays visible to the person, however often it is retried.
      const state: UnsentState = unsent.state === 'waiting' ? 'waiting' : 'sending';
      const sending: Unsent = { ...unsent, state, isTried: true, reason: null };
      shelf.put(sending);
      const stop = watchTime(shelf, sending);
      const outcome = await send(sending, world);
      stop();
      settle(sending, outcome);
    });

  function settle(unsent: Unsent, outcome: Outcome): void {
    note(shelf, unsent, outcome);
    onEnd(unsent, outcome);
    if (outcome.is === 'stored') world.onStored(unsent, outcome.message);
    else if (outcome.is !== 'unreachable') world.onFailed(unsent, outcome);
  }

  return { withLock, deliver, settle };
}

/**
 * @param isLeaving the page may close before the response
 */
export async function send(unsent: Unsent, by: By, isLeaving = false): Promise<Outcome> {
  const { id, response, seq } = unsent;
  const how = isLeaving ? { fetch: { keepalive: true } } : {};
  try {
    const message = await ok(by.client.reviews({ id }).respond.post({ response, seq }, how));
    return { is: 'stored', message };
  } catch (error) {
    if (isLeaving) return { is: 'unreachable' };
    return outcomeOf(error, unsent, by);
  }
}

function note(shelf: Shelf, unsent: Unsent, outcome: Outcome): void {
  if (outcome.is === 'refused') shelf.put({ ...unsent, ...outcome, state: 'refused' });
  else if (outcome.is === 'logged out') ask(shelf, unsent);
  else if (outcome.is !== 'unreachable') shelf.remove(unsent.id);
  else if (unsent.isKept) shelf.put({ ...unsent, state: 'waiting' });
  else shelf.put({ ...unsent, state: 'refused', reason: UNREACHABLE });
}

/** Makes it wait for a press. */
export function ask(shelf: Shelf, unsent: Unsent): void {
  if (unsent.isKept) shelf.put({ ...unsent, state: 'asking' });
  else shelf.remove(unsent.id);
}

function watchTime(shelf: Shelf, sending: Unsent): () => void {
  if (sending.state !== 'sending') return () => {};
  const mark = (state: UnsentState) => shelf.put({ ...sending, state });
  const slow = setTimeout(() => mark('slow'), SLOW_MS);
  const unconfirmed = setTimeout(() => mark('unconfirmed'), UNCONFIRMED_MS);
  return () => {
    clearTimeout(slow);
    clearTimeout(unconfirmed);
  };
}
