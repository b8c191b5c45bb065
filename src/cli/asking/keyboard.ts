import type { ReadStream } from 'node:tty';
import { type Heard, keyReader } from './keys.ts';

/** Reads a terminal's keys while it is resumed. */
export function keyboard(input: ReadStream, take: (heard: Heard) => void) {
  const read = keyReader();
  let hears = false;
  const heardBytes = (bytes: Uint8Array) => {
    // A key may open a prompt: what was typed after it is not meant for this view.
    for (const heard of read(bytes)) if (hears) take(heard);
  };
  return {
    resume(): void {
      hears = true;
      input.setRawMode(true);
      input.on('data', heardBytes);
      input.resume();
    },
    pause(): void {
      hears = false;
      input.off('data', heardBytes);
      try {
        input.setRawMode(false);
      } catch {
        // The terminal itself has closed.
      }
      input.pause();
    },
  };
}
