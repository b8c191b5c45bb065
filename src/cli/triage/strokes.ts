/** Decides which key presses were intended: not held or bouncing keys, and not typed words. Pure. */
import { CLOSE_MS, WORD_KEYS, WORD_MS } from '../../core/reviews/press.ts';
import type { Action } from '../asking/keys.ts';

export type Stroke = { key: string; at: number; action: Action };
type Last = {
  at: number;
  /** When it last counted as a press, and how long after the previous one. */
  pressedAt: number;
  gap: number;
  /** The first of the presses that may all be one key held on a slow machine. */
  since: number;
  /** Ignored until it has been silent for a while. */
  isDead: boolean;
};
export type Strokes = {
  /** The terminal reports repeats and releases of keys. */
  hasReleases: boolean;
  last: Record<string, Last>;
  /** The most recent characters. */
  typed: Typed[];
  /** Since when words are being typed. */
  burst: { from: number; at: number } | null;
};
type Typed = { key: string; at: number; isToggle: boolean };
export type Judged = {
  strokes: Strokes;
  is: 'press' | 'repeat' | 'typing';
  /** Choices since then were not intended, by this key or, in words, by any. */
  unintendedSince: number;
};

export const noStrokes: Strokes = { hasReleases: false, last: {}, typed: [], burst: null };

/** A key that comes again within this time belongs to its previous press. */
const SAME_PRESS_MS = 150;
const DEAD_MS = 300;
/** How long the slowest keyboards wait before they repeat. */
const FIRST_REPEAT_MS = 1100;
/** Held, this key answers nothing, while another one gives the answer of its first press. */
const REFUSING = 'r';
const moving = new Set(['j', 'k', 'g', 'G', 'b', ' ']);

/** A toggle decides nothing: it is never taken for typing itself. */
/** A press counts only once its key has not repeated. */
const LEAST_MS = 200;

/** How long the answer of a press waits at least. */
export function settlingMs({ hasReleases }: Strokes, key: string): number {
  if (key === REFUSING) return FIRST_REPEAT_MS + SAME_PRESS_MS;
  return hasReleases ? 0 : LEAST_MS;
}

export function judge(strokes: Strokes, stroke: Stroke, isToggle = false): Judged {
  const { key, at } = stroke;
  const repeated = judgeRepeat(strokes, stroke);
  if (repeated.is !== 'press') return repeated;
  if ([...key].length !== 1) {
    const isTyping = isBurstOn(strokes, at) || (key === 'enter' && areRolled(strokes.typed, at));
    return isTyping ? { ...repeated, is: 'typing' } : repeated;
  }
  if (!isToggle) return judgeTyping(repeated.strokes, stroke);
  const burst = strokes.burst && isBurstOn(strokes, at) ? { ...strokes.burst, at } : strokes.burst;
  const typed = [...recent(strokes.typed, at), { key, at, isToggle }];
  return { ...repeated, strokes: { ...repeated.strokes, typed, burst } };
}

/** Text that arrived in one piece: it includes what follows immediately. */
export function withText(strokes: Strokes, at: number): Judged {
  const from = strokes.typed.find((one) => at - one.at < CLOSE_MS)?.at ?? at;
  return {
    strokes: { ...strokes, typed: [], burst: { from, at } },
    is: 'typing',
    unintendedSince: from,
  };
}

/** Returns how long a key has been silent. */
export const silenceOf = ({ last }: Strokes, { key, at }: Stroke) =>
  at - (last[key]?.at ?? Number.NEGATIVE_INFINITY);

function judgeRepeat(strokes: Strokes, { key, at, action }: Stroke): Judged {
  const before = strokes.last[key];
  const silence = before ? at - before.at : Number.POSITIVE_INFINITY;
  const put = (one: Last) => ({ ...strokes, last: { ...strokes.last, [key]: one } });
  const repeat = (isDead: boolean, unintendedSince = Number.POSITIVE_INFINITY): Judged => ({
    strokes: put({ pressedAt: at, gap: silence, since: at, ...before, at, isDead }),
    is: 'repeat',
    unintendedSince: unintendedSince,
  });
  const press: Judged = {
    strokes: put({
      at,
      pressedAt: at,
      gap: before ? at - before.pressedAt : silence,
      since: before && at - before.pressedAt < FIRST_REPEAT_MS ? before.since : at,
      isDead: false,
    }),
    is: 'press',
    unintendedSince: Number.POSITIVE_INFINITY,
  };
  if (strokes.hasReleases) {
    const isPress = action === 'press' && !(before && at - before.pressedAt < SAME_PRESS_MS);
    if (isPress) return press;
    const isHeld = key === REFUSING && action === 'repeat';
    return repeat(false, isHeld ? before?.pressedAt : undefined);
  }
  if (before?.isDead) return silence >= DEAD_MS && action === 'press' ? press : repeat(true);
  if (action === 'press' && silence >= SAME_PRESS_MS) return press;
  // Then the previous press was a repetition as well: the first, which comes after a pause.
  const isHeld = before !== undefined && silence < SAME_PRESS_MS && before.gap < FIRST_REPEAT_MS;
  if (!isHeld) return repeat(true);
  return repeat(true, key === REFUSING ? before.since : before.pressedAt);
}

function judgeTyping(strokes: Strokes, { key, at }: Stroke): Judged {
  const { burst } = strokes;
  const typed = [...recent(strokes.typed, at), { key, at, isToggle: false }];
  const from = isBurstOn(strokes, at) && burst ? burst.from : beginningOf(typed);
  if (from === undefined) {
    return {
      strokes: { ...strokes, typed, burst: null },
      is: 'press',
      unintendedSince: Number.POSITIVE_INFINITY,
    };
  }
  return {
    strokes: { ...strokes, typed, burst: { from, at } },
    is: 'typing',
    unintendedSince: from,
  };
}

const recent = (typed: Typed[], now: number) => typed.filter(({ at }) => now - at <= WORD_MS);

const isBurstOn = ({ burst }: Strokes, at: number) => burst !== null && at - burst.at < WORD_MS;

/** Returns when the words began whose last character is the last one here. */
function beginningOf(typed: Typed[]): number | undefined {
  const last = typed.at(-1);
  const letters = typed.filter(({ isToggle }) => !isToggle).map(({ key }) => key);
  const different = new Set(letters);
  if (!last || letters.every((key) => moving.has(key))) return undefined;
  if (different.size >= WORD_KEYS) return typed[0]?.at;
  const rolled = typed.find(({ key, at }) => key !== last.key && last.at - at < CLOSE_MS);
  return rolled?.at;
}

/** Several can be picked as fast as words are typed, but not as fast as keys are rolled over. */
const areRolled = (typed: Typed[], now: number) =>
  recent(typed, now).some(
    ({ key, at }, place, all) =>
      key !== all[place + 1]?.key &&
      (all[place + 1]?.at ?? now) - at < CLOSE_MS &&
      place + 1 < all.length,
  );
