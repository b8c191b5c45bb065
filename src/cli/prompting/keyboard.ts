import type { ReadStream } from 'node:tty';
import { type Input, keyReader } from './keys.ts';

/** How long an Escape may be the beginning of a sequence that arrives in pieces. */
const SEQUENCE_MS = 100;

/** Reads a terminal's keys while it is resumed. */
export function keyboard(input: ReadStream, take: (input: Input) => void) {
  const read = keyReader();
  let isListening = false;
  let unfinished: Timer | undefined;
  const takeAll = (inputs: Input[]) => {
    // A key may open a prompt: what was typed after it is not meant for this view.
    for (const one of inputs) if (isListening) take(one);
  };
  const takeBytes = (bytes: Uint8Array) => {
    clearTimeout(unfinished);
    unfinished = setTimeout(() => takeAll(read()), SEQUENCE_MS);
    takeAll(read(bytes));
  };
  return {
    resume(): void {
      isListening = true;
      input.setRawMode(true);
      input.on('data', takeBytes);
      input.resume();
    },
    pause(): void {
      isListening = false;
      clearTimeout(unfinished);
      read();
      input.off('data', takeBytes);
      try {
        input.setRawMode(false);
      } catch {
        // The terminal itself has closed.
      }
      input.pause();
    },
  };
}
