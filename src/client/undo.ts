/**
 * An answer that can still be undone: it is held here, and the inbox does not know it. Which are held, until when, what one
 * undo takes back, and what is sent when the person leaves; the same in the browser and the terminal. Pure. Times are in
 * milliseconds since 1970.
 */
import type { JsonObject } from '../core/json.ts';
import { wordsOf } from '../core/reviews/kinds/words.ts';
import type { Review } from '../core/reviews/schema.ts';
import type { End } from './replica/ends.ts';

export type Held = {
  /** The question's id. */
  id: string;
  channelId: string;
  chosenAt: number;
  /** When it is sent. */
  dueAt: number;
  /** The answers that were given by the same press. */
  group?: { id: string };
};

/** The most presses that can be undone at a time; the answers of earlier ones are sent. */
const UNDOABLE = 3;
/** A browser can send 64 KiB while its page unloads. */
const MOST_HELD_BYTES = 60 * 1024;
/** How long before its question's expiry an answer is sent. */
const BEFORE_EXPIRY_MS = 2000;

type Asked = Pick<Review, 'type' | 'payload'>;

/** Returns until when an answer chosen at `at` is held for `ms`: `at` itself for one that is never held. */
export function undoUntil(
  review: Asked & Pick<Review, 'expiresAt'>,
  response: JsonObject,
  at: number,
  ms: number,
): number {
  if (whyNotHeld(review, response)) return at;
  const last = review.expiresAt
    ? Date.parse(review.expiresAt) - BEFORE_EXPIRY_MS
    : Number.POSITIVE_INFINITY;
  return Math.max(at, Math.min(at + ms, last));
}

/** Returns why an answer is neither held nor stored, but sent immediately. */
export function whyNotHeld(review: Asked, response: JsonObject): string | undefined {
  if (asksForPassword(review)) return 'it contains a password';
  const { length } = new TextEncoder().encode(JSON.stringify(response));
  return length > MOST_HELD_BYTES ? 'it is larger than 60KiB' : undefined;
}

/** Returns whether a question has a password field. */
export const asksForPassword = ({ type, payload }: Asked): boolean =>
  wordsOf(type).asksSecret?.(payload) ?? false;

/** Adds an answer, in the order in which they were chosen. It replaces an earlier one to its question. */
export const withHeld = <One extends Held>(held: readonly One[], one: One): One[] =>
  [...held.filter(({ id }) => id !== one.id), one].sort((a, b) => a.chosenAt - b.chosenAt);

/** Returns the press that an answer belongs to. */
export const pressOf = ({ id, group }: Held): string => group?.id ?? id;

/** Returns the answers to send: those that are due, and those of all but the latest presses. */
export function dueBy<One extends Held>(held: readonly One[], until: number): One[] {
  const latest = [...new Set(held.map(pressOf))].slice(-UNDOABLE);
  return held.filter((one) => one.dueAt <= until || !latest.includes(pressOf(one)));
}

/**
 * Returns what one undo takes back: the newest answer, or that to a question, with all of its press.
 * @param free those that can be undone
 */
export function undoneBy<One extends Held>(free: readonly One[], id?: string): One[] {
  const wanted = free.findLast((one) => id === undefined || one.id === id);
  return wanted ? free.filter((one) => pressOf(one) === pressOf(wanted)) : [];
}

/** Returns what was chosen since a press that was not intended, in the order in which it is undone. */
export const chosenSince = <One extends Held>(free: readonly One[], since: number): One[] =>
  free.filter(({ chosenAt }) => chosenAt >= since).toReversed();

/**
 * Returns the answers that come too late, because their question has ended. One that is being sent is none of them: the
 * inbox says what has become of it.
 * @param unsent those that are held, or wait for the inbox
 */
export const tooLate = <One extends Held>(unsent: readonly One[], end: End): One[] =>
  unsent.filter(end.isOf);

/** `closed`: the terminal, or the page. `interrupted`: by Ctrl-C or SIGTERM. */
export type Leaving = 'quit' | 'closed' | 'interrupted';

/** Returns whether what is still held is sent when the person leaves; otherwise it is undone. */
export const isSentOn = (leaving: Leaving): boolean => leaving !== 'interrupted';
