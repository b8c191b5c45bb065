/** The countdown in which an answer given at a prompt can be undone. */
import { isSentOn } from '../client/undo.ts';
import { timerMs } from '../core/timers.ts';
import { type Signal, whenEnded } from './ending.ts';
import { holdAnswer, leavingBy } from './held-answers.ts';
import { oneLine, terminalSize } from './output.ts';
import { keyboard } from './prompting/keyboard.ts';

type Countdown = {
  /** The answer in words. */
  line: string;
  until: number;
  answer: Parameters<typeof holdAnswer>[0];
  /** Sends the answer if the terminal closes during the countdown. */
  send: () => Promise<void>;
  /** Called if the process is ended otherwise: then it is not sent. */
  sayNotSent: () => void;
};
/** `left` is Ctrl-C. */
type Outcome = 'over' | 'undone' | 'left';

const DRAW_MS = 250;
const LEAVING_MS = 1000;

/** Counts down, unless the person ends it. */
export async function countDown({
  line,
  until,
  answer,
  send,
  sayNotSent,
}: Countdown): Promise<Outcome> {
  if (until <= Date.now()) return 'over';
  const output = process.stderr;
  const held = holdAnswer(answer);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const draw = () => {
    if (held.isTaken()) resolve('undone');
    const seconds = Math.ceil((until - Date.now()) / 1000);
    const offer = `   z to undo (${Math.max(0, seconds)} s)`;
    const room = Math.max(1, terminalSize(output).columns - offer.length - 1);
    output.write(`\r${oneLine(line, room)}${offer}\u001b[K`);
  };
  const keys = keyboard(process.stdin, (input) => {
    if (input.is !== 'key') return;
    if (input.key === 'z') resolve('undone');
    if (input.key === 'ctrl-c') resolve('left');
  });
  const last = (signal: Signal) => {
    const isLast = held.release();
    if (isLast && isSentOn(leavingBy(signal))) return Promise.race([send(), Bun.sleep(LEAVING_MS)]);
    output.write('\r\u001b[K');
    sayNotSent();
  };
  const letGo = whenEnded(last, { input: process.stdin });
  const drawing = setInterval(draw, DRAW_MS);
  const end = setTimeout(() => resolve('over'), timerMs(until - Date.now()));
  draw();
  keys.resume();
  try {
    const outcome = await promise;
    // Undone in another terminal just before its time was over.
    return held.release() || outcome !== 'over' ? outcome : 'undone';
  } finally {
    clearInterval(drawing);
    clearTimeout(end);
    letGo();
    keys.pause();
    output.write('\r\u001b[K');
  }
}
