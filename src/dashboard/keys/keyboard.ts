/** The meaning of each key at the moment. The topmost page comes first. */
import {
  CLOSE_MS,
  interrupt,
  isInWord,
  noTyping,
  type TypedAs,
  type Typing,
  typeKey,
  typeSecond,
  WORD_MS,
  whyIgnored,
  writeOn,
} from '../../client/press.ts';
import { isForeign, isSingle, isTyped, nameOf, type Press, placeOf } from './names.ts';
import {
  type Binding,
  type Bound,
  bound,
  createScopes,
  type Find,
  type TakeBack,
} from './scopes.ts';

export type Keyboard = ReturnType<typeof createKeyboard>;
/** A choice pressed once of two times: any other key only disarms it. */
export type Armed = { choice: string; disarm: () => void };

/** Runs something later; returns a function that cancels it. */
type Later = (act: () => void, ms: number) => () => void;

type Around = {
  now: () => number;
  later: Later;
  /** Keys that would have done something were part of a word. */
  onWord: () => void;
  /** Whether single-character keys are enabled. */
  hasSingle: () => boolean;
};
/** A second key counts this long after the first. */
const SEQUENCE_MS = 1200;
/** How long a digit that begins other numbers waits for a second one. */
export const NUMBER_MS = 600;

export function createKeyboard({ now, later, onWord, hasSingle }: Around) {
  const scopes = createScopes();
  const buttons = new Map<Element, { current: Binding }>();
  const delayed = createDelay(later);
  /** Keys that answered and have not been released. */
  const spent = new Set<string>();
  const hearers = new Set<(from: number) => void>();
  let first: { key: string; at: number } | null = null;
  /** A digit that may be the first of two, and whether it answers. */
  let number: { digit: string; answers: boolean } | null = null;
  let armed: Armed | null = null;
  /** The effect of the last keys, and how it is undone. */
  let done: { at: number; takeBack: TakeBack }[] = [];
  let typing: Typing = noTyping;
  let isForeignLayout = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let enteredAt = Number.NEGATIVE_INFINITY;

  const whyNot = (press: Press, name: string, typedAs: TypedAs | null, answers: boolean) =>
    whyIgnored(
      { name, at: press.timeStamp, isRepeat: press.repeat, typedAs, answers },
      {
        typing,
        isSpent: spent.has(press.code),
        isWaiting: delayed.isKept(),
        answeredAt,
        enteredAt,
      },
    );

  /** Acts on a press if it is deliberate. */
  function act(press: Press, name: string, found: Find, typedAs: TypedAs | null): void {
    const before = found();
    if (!before) return;
    const { code, timeStamp: at } = press;
    const why = whyNot(press, name, typedAs, before.choice !== undefined);
    if (why === 'typing') onWord();
    if (why !== undefined) return;
    if (name === 'Enter') enteredAt = at;
    if (before.choice === undefined) {
      note(at, before.act(name));
      return;
    }
    spent.add(code);
    const send = () => {
      // The question may have changed or closed since.
      const now = found();
      if (now && isSame(now, before)) note(at, now.act(name));
    };
    if (typedAs === null) send();
    else delayed.keep(send);
  }

  function note(at: number, takeBack: ReturnType<Bound['act']>): void {
    done = done.filter((one) => at - one.at < WORD_MS);
    if (takeBack) done.push({ at, takeBack });
  }

  /** Delays a digit until it is known whether another follows. */
  function begin(press: Press, digit: string, found: Find, typedAs: TypedAs | null): void {
    const { code, timeStamp: at } = press;
    const before = found();
    if (!before) return;
    const answers = before.choice !== undefined;
    const why = whyNot(press, digit, typedAs, true);
    // One that answers nothing may be a part of words.
    if (why !== undefined && !(why === 'typing' && !answers)) {
      if (why === 'typing') onWord();
      return;
    }
    spent.add(code);
    number = { digit, answers };
    delayed.keep(() => {
      number = null;
      const now = found();
      if (!now || !isSame(now, before)) return;
      if (armed === null || armed.choice === now.choice) note(at, now.act(digit));
      else disarm();
    }, NUMBER_MS);
  }

  /** Combines a delayed digit with the next key: returns the number, or null if it is handled. */
  function endNumber(press: Press, name: string, typedAs: TypedAs | null): Find | null | undefined {
    if (number === null) return undefined;
    const { digit, answers } = number;
    if (press.repeat || typedAs === 'bounce') return null;
    number = null;
    if (typedAs === 'close' || typedAs === 'word') return null;
    const both = scopes.find(`${digit} ${name}`);
    if (both()) {
      delayed.cancel();
      return both;
    }
    const isEnter = name === 'Enter';
    if (isEnter) enteredAt = press.timeStamp;
    // Another key cancels a digit that would answer: a number that does not exist may have been
    // meant.
    if (answers && !isEnter) delayed.cancel();
    else delayed.now();
    return answers || isEnter ? null : undefined;
  }

  /** Returns whether a key belongs to a word that is being typed outside a field. */
  const isOfWord = (press: Press) =>
    isInWord(typing, press.timeStamp) && (isTyped(press) || press.key === 'Enter');

  function disarm(): void {
    armed?.disarm();
    armed = null;
  }

  /** Classifies every press, whatever its binding; takes back what the letters of a word did before. */
  function classify(press: Press, isSecond = false): TypedAs | null {
    if (press.key === 'Escape') delayed.cancel();
    if (!isTyped(press)) return null;
    const at = press.timeStamp;
    if (press.repeat) {
      typing = writeOn(typing, at);
      return 'meant';
    }
    const next = (isSecond ? typeSecond : typeKey)(typing, { key: keyOf(press), at });
    typing = next.typing;
    const { typedAs } = next;
    if (typedAs === 'meant' || typedAs === 'bounce') return typedAs;
    if (delayed.cancel()) onWord();
    const { from } = typing;
    for (const hearer of hearers) hearer(from);
    if (typedAs === 'word') {
      const unmeant = done.filter((one) => one.at >= from);
      if (unmeant.length > 0) onWord();
      for (const { takeBack } of unmeant.toReversed()) takeBack();
      done = [];
    }
    return typedAs;
  }

  /** Returns the name of a press: where the layout has no Latin letters, all keys go by their place. */
  function named(press: Press): string | null {
    const name = nameOf(press);
    const place = placeOf(press);
    if (place !== undefined && name !== null && isTyped(press)) {
      if (isForeign(press)) isForeignLayout = true;
      else if (/^[a-z]$/i.test(press.key)) isForeignLayout = false;
      else if (isForeignLayout && !scopes.find(name)()) return place;
    }
    return name;
  }

  /** Returns whether a press only disarmed. */
  function disarms(name: string | null, found: Bound | undefined): boolean {
    if (armed === null || name === 'mod+k' || found?.choice === armed.choice) return false;
    if (name !== null && scopes.leadsTo(armed.choice, name)) return false;
    disarm();
    return true;
  }

  return {
    scopes: scopes.list,
    add: scopes.add,
    /** Registers a button that answers: Enter and Space on it are keys like any other. */
    addButton(button: Element, binding: { current: Binding }) {
      buttons.set(button, binding);
      return () => void buttons.delete(button);
    },
    /** Until the returned function is called. */
    arm(what: Armed) {
      armed = what;
      return () => {
        if (armed === what) armed = null;
      };
    },
    /** A word was typed outside a field: choices since its first key were not intended. */
    onTyped(hearer: (from: number) => void) {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    ignored: onWord,
    /** Classifies a key that has another use, such as one in a dialog: it may belong to a word. */
    overhear: (press: Press) => void classify(press),
    /** A field disappeared while it was written in, at this time. */
    interrupt(at: number): void {
      typing = interrupt(typing, at);
    },
    isOfWord,
    /** An answer was given, by whatever means. */
    answered: () => {
      answeredAt = now();
    },
    answeredAt: () => answeredAt,
    /** Handles a key; returns false if it has no binding. In a field only `mod+` keys and Escape do. */
    press(press: Press, inField: boolean, target: Element | null = null): boolean {
      const name = named(press);
      if (name === null && !isTyped(press)) return false;
      const at = press.timeStamp;
      const led =
        first && at - first.at < SEQUENCE_MS ? scopes.find(`${first.key} ${name}`) : undefined;
      first = null;
      const typedAs = inField ? null : classify(press, led?.() !== undefined);
      if (name === null) return disarms(name, undefined);
      const button = target && buttons.has(target) && isPress(name) ? target : null;
      const counts =
        (!inField || name.startsWith('mod+') || name === 'Escape') &&
        (hasSingle() || !isSingle(name) || button !== null);
      const ended = inField ? undefined : endNumber(press, name, typedAs);
      if (ended === null) return true;
      const both = ended ?? led;
      const found = button
        ? () => bound(buttons.get(button)?.current)
        : both?.()
          ? both
          : scopes.find(name);
      if (disarms(name, counts ? found() : undefined)) return !inField && found() !== undefined;
      if (!counts) return false;
      if (!inField && isOfWord(press)) {
        if (found()) onWord();
        return true;
      }
      if (found()) {
        const isFirst = ended === undefined && /^\d$/.test(name) && scopes.begins(name);
        (isFirst ? begin : act)(press, name, found, typedAs);
        return true;
      }
      if (!scopes.begins(name)) return false;
      first = { key: name, at };
      return true;
    },
    /** Releases a key, or all for ⌘, because a Mac does not report which. */
    release({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): void {
      if (key === 'Meta') spent.clear();
      else spent.delete(code);
    },
    releaseAll: () => spent.clear(),
    /** An Enter that something else has handled. */
    entered: (at: number) => {
      enteredAt = at;
    },
  };
}

const isSame = (one: Bound, other: Bound) => one.does === other.does && one.choice === other.choice;

/** Delays a choice by key for a moment, in which the next key can reveal a typed word. */
function createDelay(later: Later) {
  let kept: { callOff: () => void; send: () => void } | null = null;
  const cancel = (): boolean => {
    const isKept = kept !== null;
    kept?.callOff();
    kept = null;
    return isKept;
  };
  return {
    isKept: () => kept !== null,
    keep(send: () => void, ms = CLOSE_MS): void {
      cancel();
      const callOff = later(() => {
        kept = null;
        send();
      }, ms);
      kept = { callOff, send };
    },
    /** Runs it without further delay. */
    now(): void {
      const send = kept?.send;
      cancel();
      send?.();
    },
    /** Cancels it; false if there is none. */
    cancel,
  };
}

/** No word has j beside k: they are pressed one right after the other to go there and back. */
const keyOf = ({ code, key }: Press) => (/^Key[JK]$/.test(code) ? 'j or k' : code || key);

const isPress = (name: string) => name === 'Enter' || name === ' ';
