/** The countdown in which an answer given at a prompt can be undone. */
import { timerMs } from '../core/timers.ts';
import { keyboard } from './asking/keyboard.ts';
import { whenEnded } from './ending.ts';
import { oneLine } from './output.ts';

type Countdown = {
  /** What was answered. */
  line: string;
  until: number;
  /** Sends the answer if the terminal closes during the countdown. */
  send: () => Promise<void>;
};

const DRAW_MS = 250;
const LEAVING_MS = 1000;

/** Returns true if the person undoes it. */
export async function isTakenBack({ line, until, send }: Countdown): Promise<boolean> {
  if (until <= Date.now()) return false;
  const output = process.stderr;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const draw = () => {
    const seconds = Math.ceil((until - Date.now()) / 1000);
    const offer = `   z to undo (${Math.max(0, seconds)} s)`;
    const room = Math.max(1, (output.columns || 80) - offer.length - 1);
    output.write(`\r${oneLine(line, room)}${offer}\u001b[K`);
  };
  const keys = keyboard(process.stdin, (input) => {
    if (input.is !== 'key') return;
    if (input.key === 'z') resolve(true);
    if (input.key === 'ctrl-c') resolve(false);
  });
  const letGo = whenEnded(() => Promise.race([send(), Bun.sleep(LEAVING_MS)]), {
    input: process.stdin,
  });
  const drawing = setInterval(draw, DRAW_MS);
  const end = setTimeout(() => resolve(false), timerMs(until - Date.now()));
  draw();
  keys.resume();
  try {
    return await promise;
  } finally {
    clearInterval(drawing);
    clearTimeout(end);
    letGo();
    keys.pause();
    output.write('\r\u001b[K');
  }
}
