import type { ReadStream } from 'node:tty';

/** The keys that a terminal sent: characters as they are, the others by name. */
const names: Record<string, string> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u0003': 'ctrl-c',
  '\u0004': 'q',
  '\u0015': 'ctrl-u',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '[A': 'up',
  '[B': 'down',
  '[H': 'home',
  '[1~': 'home',
  '[F': 'end',
  '[4~': 'end',
  '[5~': 'pageUp',
  '[6~': 'pageDown',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what keys send
const KEY = /\u001b(?:\[|O)([0-9;]*[A-Za-z~])|./gsu;

export function keysIn(text: string): string[] {
  return [...text.matchAll(KEY)].flatMap(([whole, sequence]) => {
    const name = names[sequence === undefined ? whole : `[${sequence}`];
    if (name !== undefined) return [name];
    return sequence === undefined && whole >= ' ' ? [whole] : [];
  });
}

/** Hears the keys one by one while it is resumed. */
export function keyboard(input: ReadStream, pressed: (key: string) => void) {
  const decoder = new TextDecoder();
  let hears = false;
  const heard = (bytes: Uint8Array) => {
    // A key may open a prompt: what was typed after it is not for this view.
    for (const key of keysIn(decoder.decode(bytes, { stream: true }))) if (hears) pressed(key);
  };
  return {
    resume(): void {
      hears = true;
      input.setRawMode(true);
      input.on('data', heard);
      input.resume();
    },
    pause(): void {
      hears = false;
      input.off('data', heard);
      input.setRawMode(false);
      input.pause();
    },
  };
}
