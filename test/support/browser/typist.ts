/** Hands at the dashboard's keyboard, without a browser and without waiting. */
import { createKeyboard } from '../../../src/dashboard/keys/keyboard.ts';
import type { Bindings } from '../../../src/dashboard/keys/scopes.ts';

type How = {
  inField?: boolean;
  ctrlKey?: boolean;
  shiftKey?: boolean;
  altKey?: boolean;
  isCaps?: boolean;
  repeat?: boolean;
  code?: string;
};

export function typist(...scopes: Bindings[]) {
  let now = 10_000;
  let isSingle = true;
  let words = 0;
  const due = new Set<{ at: number; act: () => void }>();
  const keyboard = createKeyboard({
    now: () => now,
    later(act, ms) {
      const one = { at: now + ms, act };
      due.add(one);
      return () => due.delete(one);
    },
    onWord: () => {
      words += 1;
    },
    hasSingle: () => isSingle,
  });
  const ends = scopes.map((bindings) => keyboard.add({ current: { title: 'Page', bindings } }));

  const advance = (ms: number): void => {
    now += ms;
    for (const one of [...due].filter(({ at }) => at <= now)) {
      due.delete(one);
      one.act();
    }
  };
  /** Puts a key down. */
  function down(key: string, { inField = false, ...how }: How = {}): boolean {
    const press = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const rest = { key, code: codeOf(key), repeat: false, isCaps: false, timeStamp: now };
    return keyboard.press({ ...press, ...rest, ...how }, inField);
  }
  return {
    keyboard,
    ends,
    advance,
    down,
    /** Puts a key down and lets go of it. */
    press(key: string, how: How = {}): boolean {
      const isReceived = down(key, how);
      keyboard.release({ key, code: how.code ?? codeOf(key) });
      return isReceived;
    },
    /** How often keys were ignored as a word. */
    words: () => words,
    switchOff: () => {
      isSingle = false;
    },
  };
}

const codeOf = (key: string) =>
  /^\d$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;

/** Bindings that note what they did; `answers` says which of them answer. */
export const noting = (into: string[], names: string[], answers: string[] = []): Bindings =>
  Object.fromEntries(
    [...names, ...answers].map((name) => {
      const act = () => void into.push(name);
      return [name, answers.includes(name) ? [name, act, name] : [name, act]];
    }),
  );
