import type { ReadStream } from 'node:tty';
import { type Input, keyReader } from './keys.ts';

/** Reads a terminal's keys while it is resumed. */
export function keyboard(input: ReadStream, take: (input: Input) => void) {
  const read = keyReader();
  let isListening = false;
  const takeBytes = (bytes: Uint8Array) => {
    // A key may open a prompt: what was typed after it is not meant for this view.
    for (const key of read(bytes)) if (isListening) take(key);
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
