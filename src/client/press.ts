/**
 * Which presses are intended, in the browser and in the terminal: not held or bouncing keys, not words that are typed
 * beside a field, not a press that belongs to the question before. Pure. Times are in milliseconds; `at` is when the
 * key was pressed, which a busy view finds out late.
 */

/** Two different keys this close together are not intended. */
export const CLOSE_MS = 120;
/** This many different keys within this time are a word. */
export const WORD_MS = 600;
const WORD_KEYS = 3;
/** The minimum time of a deliberate second press; an earlier one belongs to the first. */
export const THOUGHT_MS = 700;
/** How long the first of two presses is remembered. */
export const ARMED_MS = 5000;
/** A key that comes again within this time belongs to its previous press, where releases are not reported. */
export const SAME_PRESS_MS = 150;
/** A key that repeated counts again after this silence. */
const DEAD_MS = 300;
/** How long the slowest keyboards wait before they repeat. */
const FIRST_REPEAT_MS = 1100;
/** An Enter this soon after an answer, or after another Enter, is an echo of it. */
const ECHO_MS = 400;
/** For this long an element must be in place before a press on it counts; after an answer, too. */
const STEADY_MS = 400;

// Words

export type Typed = {
  key: string;
  at: number;
  /** It picks, and decides nothing: several in a row are not a word. */
  isToggle?: boolean;
};
/** The latest characters, and when words were last typed. */
export type Typing = {
  recent: Typed[];
  /** When the first key of the last word, or of the last two close keys, was pressed. */
  from: number;
  closeAt: number;
  wordAt: number;
};
/**
 * `bounce`: it belongs to the press of the same key before. `close`: another key was pressed a moment before.
 * `word`: the third of different keys, or one that goes on with a word.
 */
export type TypedAs = 'meant' | 'bounce' | 'close' | 'word';

export const noTyping: Typing = {
  recent: [],
  from: 0,
  closeAt: Number.NEGATIVE_INFINITY,
  wordAt: Number.NEGATIVE_INFINITY,
};

/** Returns whether another key, or a word, has just been typed: then nothing answers. */
export const isTyping = ({ closeAt, wordAt }: Typing, at: number): boolean =>
  at - Math.max(closeAt, wordAt) < WORD_MS;

/** Returns whether a word has just been typed: then nothing works. */
export const isInWord = ({ wordAt }: Typing, at: number): boolean => at - wordAt < WORD_MS;

/**
 * Classifies a key that would write a character in a field.
 * @param moves keys that only look around: by themselves they are not a word
 */
export function typeKey(
  before: Typing,
  { key, at, isToggle = false }: Typed,
  moves: ReadonlySet<string> = new Set(),
): { typing: Typing; typedAs: TypedAs } {
  const earlier = before.recent.filter((one) => at - one.at < WORD_MS);
  const recent = [...earlier, { key, at, isToggle }];
  // A toggle continues words, and begins none.
  if (isToggle) {
    const closeAt = isTyping(before, at) ? at : before.closeAt;
    return { typing: { ...before, recent, closeAt }, typedAs: 'meant' };
  }
  const letters = recent.filter((one) => !one.isToggle).map((one) => one.key);
  if (letters.every((letter) => moves.has(letter))) {
    return { typing: { ...before, recent }, typedAs: 'meant' };
  }
  const isWord = new Set(letters).size >= WORD_KEYS;
  const isGoingOn = isInWord(before, at) && before.recent.at(-1)?.key !== key;
  const close = earlier.find((one) => one.key !== key && at - one.at < CLOSE_MS);
  if (!isWord && !isGoingOn && !close) {
    const isBounce = earlier.some((one) => at - one.at < CLOSE_MS);
    return { typing: { ...before, recent }, typedAs: isBounce ? 'bounce' : 'meant' };
  }
  const first = isWord ? recent[0] : close;
  const from = isTyping(before, at) ? before.from : (first?.at ?? at);
  if (!isWord && !isGoingOn)
    return { typing: { ...before, recent, from, closeAt: at }, typedAs: 'close' };
  return { typing: { recent, from, closeAt: at, wordAt: at }, typedAs: 'word' };
}

/** The second key of a sequence: both count as one. */
export const typeSecond = (before: Typing, typed: Typed) =>
  typeKey({ ...before, recent: before.recent.slice(0, -1) }, typed);

/** Repeats of a held key continue a word. */
export const writeOn = (typing: Typing, at: number): Typing =>
  isInWord(typing, at) ? { ...typing, wordAt: at } : typing;

/**
 * A text arrived in one piece, or its field disappeared while it was written: a key just before belongs to it, and so do
 * the next ones.
 */
export function interrupt({ recent }: Typing, at: number): Typing {
  const from = recent.find((one) => at - one.at < CLOSE_MS)?.at ?? at;
  return { recent: [], from, closeAt: at, wordAt: at };
}

// Keys where presses and releases are reported, as in a browser

export type Hand = {
  typing: Typing;
  /** The key has answered and was not released since. */
  isSpent: boolean;
  /** An answer by another key still waits for its moment. */
  isWaiting: boolean;
  answeredAt: number;
  enteredAt: number;
};
export type Press = {
  name: string;
  at: number;
  isRepeat: boolean;
  /** Null for a key that writes nothing. */
  typedAs: TypedAs | null;
  /** Whether it answers: such a key counts once until it is released. */
  answers: boolean;
};
export type Ignored = 'held' | 'echo' | 'bounce' | 'waiting' | 'typing';

/** Returns why a key does not do what it is bound to; undefined if it does. */
export function whyIgnored(
  { name, at, isRepeat, typedAs, answers }: Press,
  { typing, isSpent, isWaiting, answeredAt, enteredAt }: Hand,
): Ignored | undefined {
  if (isSpent) return 'held';
  if (name === 'Enter' && at - Math.max(enteredAt, answeredAt) < ECHO_MS) return 'echo';
  if (name === 'mod+Enter' && at - answeredAt < ECHO_MS) return 'echo';
  if (!answers) return isRepeat && name === 'Enter' ? 'held' : undefined;
  if (isRepeat) return 'held';
  if (typedAs === 'bounce') return 'bounce';
  if (isWaiting) return 'waiting';
  return isTyping(typing, at) ? 'typing' : undefined;
}

/** Returns whether a pointer pressed what the person saw: it has been in place, and no answer has just moved it there. */
export const isSteady = (at: number, inPlaceSince: number, answeredAt: number): boolean =>
  at - Math.max(inPlaceSince, answeredAt) >= STEADY_MS;

// Keys of a terminal, of which few report repeats and releases

export type Action = 'press' | 'repeat' | 'release';
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
  typing: Typing;
};
export type Judged = {
  strokes: Strokes;
  is: 'press' | 'repeat' | 'typing';
  /** Choices since then were not intended, by this key or, in words, by any. */
  unintendedSince: number;
};

export const noStrokes: Strokes = { hasReleases: false, last: {}, typing: noTyping };

/** Held, this key answers nothing, while another one gives the answer of its first press. */
const REFUSING = 'r';
const MOVING = new Set(['j', 'k', 'g', 'G', 'b', ' ']);
/** A press counts only once its key has not repeated. */
const LEAST_MS = 200;

/** How long the answer of a press waits at least. */
export function settlingMs({ hasReleases }: Strokes, key: string): number {
  if (key === REFUSING) return FIRST_REPEAT_MS + SAME_PRESS_MS;
  return hasReleases ? 0 : LEAST_MS;
}

/** Judges a key of a view. */
export function judge(before: Strokes, stroke: Stroke, isToggle = false): Judged {
  const { key, at } = stroke;
  const { typing } = before;
  const judged = judgeRepeat(before, stroke);
  if (judged.is !== 'press') return judged;
  if ([...key].length !== 1) {
    const isOfWord = isTyping(typing, at) || (key === 'enter' && areRolled(typing, at));
    return isOfWord ? { ...judged, is: 'typing' } : judged;
  }
  const next = typeKey(typing, { key, at, isToggle }, MOVING);
  const strokes = { ...judged.strokes, typing: next.typing };
  if (isToggle) return { ...judged, strokes };
  // Any key goes on with a word, until none has come for a while.
  const isGoingOn = isTyping(typing, at);
  if (!isGoingOn && next.typedAs !== 'close' && next.typedAs !== 'word')
    return { ...judged, strokes };
  return {
    strokes: { ...strokes, typing: { ...next.typing, closeAt: at } },
    is: 'typing',
    unintendedSince: next.typing.from,
  };
}

/** Text that arrived in one piece: it includes what follows immediately. */
export function withText(strokes: Strokes, at: number): Judged {
  const typing = interrupt(strokes.typing, at);
  return { strokes: { ...strokes, typing }, is: 'typing', unintendedSince: typing.from };
}

/** Returns how long a key has been silent. */
export const silenceOf = ({ last }: Strokes, { key, at }: Stroke): number =>
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
  // Several that a busy view reads together are repetitions, the first of which may have come any time before.
  const isHeldTogether = before && action === 'repeat' && silence < FIRST_REPEAT_MS;
  if (key === REFUSING && isHeldTogether) return repeat(true, before.since);
  if (!isHeld) return repeat(true);
  return repeat(true, key === REFUSING ? before.since : before.pressedAt);
}

/** Several can be picked as fast as words are typed, but not as fast as keys are rolled over. */
const areRolled = ({ recent }: Typing, now: number): boolean =>
  recent
    .filter(({ at }) => now - at < WORD_MS)
    .some(({ key, at }, place, all) => {
      const next = all[place + 1];
      return next !== undefined && key !== next.key && next.at - at < CLOSE_MS;
    });

// Keys at a prompt

/** The keys so far, to which the next one may belong. */
export type AtPrompt = {
  /** The key that ends it, unless it turns out to be held, or to be a line of a paste. */
  ending: string | null;
  /** Ignored until it has been silent for a while; a late one belonged to the prompt before. */
  dead: { key: string; until: number; isLate: boolean } | null;
};
/** `next`: the prompt ends now, and the key belongs to the next one. */
export type AtPromptIs = 'press' | 'repeat' | 'dead' | 'late' | 'next';

/** @param enterIsLateUntil until then Enter belongs to the prompt before */
export const beginPrompt = (enterIsLateUntil: number): AtPrompt => ({
  ending: null,
  dead: { key: 'enter', until: enterIsLateUntil, isLate: true },
});

/** Until when Enter belongs to a prompt that another key has ended: people press it out of habit after y or n. */
export const enterIsLateUntil = (isYesNo: boolean, key: string, at: number): number =>
  isYesNo && key !== 'enter' ? at + THOUGHT_MS : 0;

/**
 * Judges a key at a prompt.
 * @param key null for text that arrived in one piece
 * @param isKeyed single characters may end the prompt: none that comes right after one goes to the next
 */
export function judgeAtPrompt(
  { ending, dead }: AtPrompt,
  key: string | null,
  { at, isKeyed }: { at: number; isKeyed: boolean },
): { prompt: AtPrompt; is: AtPromptIs } {
  const until = at + DEAD_MS;
  if (ending !== null) {
    const isOther = key !== null && key !== ending && !(isKeyed && ending !== 'enter');
    if (isOther) return { prompt: { ending: null, dead: null }, is: 'next' };
    return { prompt: { ending: null, dead: { key: ending, until, isLate: false } }, is: 'repeat' };
  }
  if (dead && key === dead.key && at < dead.until) {
    return { prompt: { ending, dead: { ...dead, until } }, is: dead.isLate ? 'late' : 'dead' };
  }
  return { prompt: { ending: null, dead: null }, is: 'press' };
}

// Second presses

/** The first press of a choice that takes two. */
export type Armed = { choice: string; at: number };

export const isForgotten = ({ at }: Armed, now: number): boolean => now - at > ARMED_MS;

/**
 * Returns which press of its choice it is; one that is `early` still belongs to the first.
 * @param quietMs for how long neither the choice nor its key was pressed
 */
export function pressOfTwo(
  armed: Armed | null,
  { choice, at, quietMs }: { choice: string; at: number; quietMs: number },
): 'first' | 'early' | 'second' {
  if (armed?.choice !== choice || isForgotten(armed, at)) return 'first';
  return quietMs >= THOUGHT_MS ? 'second' : 'early';
}
