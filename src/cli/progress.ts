/** A bar for long work and a sign that something is awaited, on stderr and only at a terminal. */
import { sizeOf } from '../core/sizes.ts';

const WIDTH = 30;
/** What the figures take, so that a line never breaks and stays behind. */
const BESIDE = 24;
const REDRAW_MS = 100;

/** Draws how far the work is; `end` takes the bar away. */
export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr) {
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (done: number, total: number) => {
    const now = performance.now();
    if (!stream.isTTY || now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    const part = total > 0 ? Math.min(done / total, 1) : 1;
    const width = Math.max(Math.min(WIDTH, stream.columns - label.length - BESIDE), 0);
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

/** Draws a bar while the work goes on. */
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

/** Turns beside the label until `end` takes it away. */
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
