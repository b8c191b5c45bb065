/** What each key does at the moment. The topmost page comes first. */
import { createChoice, type Later } from './choice.ts';
import { isSingle, isTyped, nameOf, type Press } from './names.ts';
import { type Binding, createScopes, type Find } from './scopes.ts';
import { createTyping } from './typing.ts';

export type Keyboard = ReturnType<typeof createKeyboard>;
/** A choice pressed once of two times: any other key only disarms it. */
export type Armed = { choice: string; disarm: () => void };

type Around = {
  now: () => number;
  later: Later;
  /** Keys that would have answered were part of a word. */
  onWord: () => void;
  /** Whether single-character keys are enabled. */
  hasSingle: () => boolean;
};
/** A second key counts this long after the first. */
const SEQUENCE_MS = 1200;
/** How long a digit that begins other numbers waits for a second one. */
export const NUMBER_MS = 600;
/** An Enter this soon after a press is an echo of it. */
const ECHO_MS = 400;

export function createKeyboard({ now, later, onWord, hasSingle }: Around) {
  const scopes = createScopes();
  const buttons = new Map<Element, { current: Binding }>();
  const typing = createTyping();
  const choice = createChoice(later);
  /** Keys that answered and have not been released. */
  const spent = new Set<string>();
  const hearers = new Set<(from: number) => void>();
  let first: { key: string; at: number } | null = null;
  /** A digit that may be the first of two, and whether it answers. */
  let number: { digit: string; answers: boolean } | null = null;
  let armed: Armed | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let enteredAt = Number.NEGATIVE_INFINITY;

  const isEcho = (name: string, at: number) =>
    (name === 'Enter' && at - Math.max(enteredAt, answeredAt) < ECHO_MS) ||
    (name === 'mod+Enter' && at - answeredAt < ECHO_MS);

  /** Acts on a press if it is deliberate. */
  function act(press: Press, name: string, found: Find, judged: string | null): void {
    const [does, run, answers] = found() ?? [];
    if (!run) return;
    const { code, repeat, timeStamp: at } = press;
    if (spent.has(code) || isEcho(name, at)) return;
    if (answers === undefined) {
      if (repeat && name === 'Enter') return;
      if (name === 'Enter') enteredAt = at;
      run(name);
      return;
    }
    if (repeat || judged === 'bounce' || choice.isKept()) return;
    if (judged === 'word' || typing.isInWord(at)) {
      onWord();
      return;
    }
    spent.add(code);
    if (name === 'Enter') enteredAt = at;
    const send = () => {
      // The question may have changed or closed since.
      const [still, sendNow, same] = found() ?? [];
      if (still === does && same === answers) sendNow?.(name);
    };
    if (judged === null) send();
    else choice.keep(send);
  }

  /** Delays a digit until it is known whether another follows. */
  function begin(
    { code, repeat, timeStamp: at }: Press,
    digit: string,
    found: Find,
    judged: string | null,
  ) {
    const [does, , answers] = found() ?? [];
    if (repeat || judged === 'bounce' || spent.has(code) || choice.isKept()) return;
    if (answers !== undefined && (judged === 'word' || typing.isInWord(at))) {
      onWord();
      return;
    }
    spent.add(code);
    number = { digit, answers: answers !== undefined };
    choice.keep(() => {
      number = null;
      const [still, run, same] = found() ?? [];
      if (still !== does || same !== answers) return;
      if (armed === null || armed.choice === answers) run?.(digit);
      else disarm();
    }, NUMBER_MS);
  }

  /** Combines a delayed digit with the next key: returns the number, or null if it is handled. */
  function endNumber(press: Press, name: string, judged: string | null): Find | null | undefined {
    if (number === null) return undefined;
    const { digit, answers } = number;
    if (press.repeat || judged === 'bounce') return null;
    number = null;
    if (judged === 'word') return null;
    const both = scopes.find(`${digit} ${name}`);
    if (both()) {
      choice.withdraw();
      return both;
    }
    const isEnter = name === 'Enter';
    if (isEnter) enteredAt = press.timeStamp;
    // Another key cancels a digit that would answer: a number that does not exist may have been
    // meant.
    if (answers && !isEnter) choice.withdraw();
    else choice.now();
    return answers || isEnter ? null : undefined;
  }

  function disarm(): void {
    armed?.disarm();
    armed = null;
  }

  /** Classifies every press, whatever its binding. */
  function classify(press: Press): 'meant' | 'bounce' | 'word' | null {
    if (press.key === 'Escape') choice.withdraw();
    if (!isTyped(press)) return null;
    const judged = typing.judge(press.code || press.key, press.timeStamp);
    if (judged !== 'word') return judged;
    if (choice.withdraw()) onWord();
    for (const hearer of hearers) hearer(typing.wordFrom());
    return judged;
  }

  /** Returns whether a press only disarmed. */
  function disarms(name: string | null, found: Binding | undefined): boolean {
    if (armed === null || name === 'mod+k' || found?.[2] === armed.choice) return false;
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
    /** An answer was given, by whatever means. */
    answered: () => {
      answeredAt = now();
    },
    answeredAt: () => answeredAt,
    /** Handles a key; returns false if it has no binding. In a field only `mod+` keys and Escape do. */
    press(press: Press, inField: boolean, target: Element | null = null): boolean {
      const name = nameOf(press);
      if (name === null && !isTyped(press)) return false;
      const judged = inField ? null : classify(press);
      if (name === null) return disarms(name, undefined);
      const button = target && buttons.has(target) && isPress(name) ? target : null;
      const counts =
        (!inField || name.startsWith('mod+') || name === 'Escape') &&
        (hasSingle() || !isSingle(name) || button !== null);
      const at = press.timeStamp;
      const ended = inField ? undefined : endNumber(press, name, judged);
      if (ended === null) return true;
      const led =
        ended ??
        (first && at - first.at < SEQUENCE_MS ? scopes.find(`${first.key} ${name}`) : undefined);
      first = null;
      const found = button ? () => buttons.get(button)?.current : led?.() ? led : scopes.find(name);
      if (disarms(name, counts ? found() : undefined)) return !inField && found() !== undefined;
      if (!counts) return false;
      if (found()) {
        const isFirst = ended === undefined && /^\d$/.test(name) && scopes.begins(name);
        (isFirst ? begin : act)(press, name, found, judged);
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

const isPress = (name: string) => name === 'Enter' || name === ' ';
