/** Shows a bar for long work and a spinner for waiting, on stderr and only on a terminal. */
import { sizeOf } from '../core/sizes.ts';
import { terminalSize } from './output.ts';

const WIDTH = 30;
/** The width of the figures, so that a line is never wrapped and left behind. */
const BESIDE = 24;
const REDRAW_MS = 100;

/** Draws the progress; `end` removes the bar. */
export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr) {
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (done: number, total: number) => {
    const now = performance.now();
    if (!stream.isTTY || now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    const part = total > 0 ? Math.min(done / total, 1) : 1;
    const { columns } = terminalSize(stream);
    const width = Math.max(Math.min(WIDTH, columns - label.length - BESIDE), 0);
    const full = Math.round(part * width);
    const bar = '█'.repeat(full) + '░'.repeat(width - full);
    const percent = `${Math.floor(part * 100)}`.padStart(3);
    stream.write(`\r${label} ${bar} ${percent} % of ${sizeOf(total)}\x1b[K`);
  };
  const end = () => {
    if (drawnAt > 0) stream.write('\r\x1b[K');
  };
  return { draw, end };
}

/** Draws a bar during the work. */
export async function withProgress<T>(
  label: string,
  work: (draw: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const bar = progressBar(label);
  try {
    return await work(bar.draw);
  } finally {
    bar.end();
  }
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Spins next to the label until `end` removes it. */
export function spinner(label: string, stream: NodeJS.WriteStream = process.stderr) {
  if (!stream.isTTY) return { end: () => {} };
  let turn = 0;
  const draw = () => stream.write(`\r${FRAMES[turn++ % FRAMES.length]} ${label}\x1b[K`);
  draw();
  const timer = setInterval(draw, REDRAW_MS);
  const end = () => {
    clearInterval(timer);
    stream.write('\r\x1b[K');
  };
  return { end };
}
