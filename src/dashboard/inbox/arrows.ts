/** The arrow keys move between questions, once the open one is scrolled to its end. */
import type { Bindings } from '../keys/scopes.ts';

export type Around = {
  next: string | undefined;
  previous: string | undefined;
  open: (id: string) => void;
};

const STEP_PX = 48;
/** A held arrow stops at the end of the text. */
const PAUSE_MS = 400;
let scrolledAt = Number.NEGATIVE_INFINITY;

export function arrowKeys({ next, previous, open }: Around): Bindings {
  return {
    ...(next !== undefined && {
      ArrowDown: ['Next question', () => scrolls(1) || open(next)],
    }),
    ...(previous !== undefined && {
      ArrowUp: ['Previous question', () => scrolls(-1) || open(previous)],
    }),
  } as Bindings;
}

/** Returns whether the press scrolls the open question. */
function scrolls(sign: 1 | -1): boolean {
  const text = document.querySelector('.question-scroll');
  if (!text || document.activeElement?.closest('.inbox-list')) return false;
  const before = text.scrollTop;
  text.scrollBy({ top: sign * STEP_PX });
  const isMoved = text.scrollTop !== before;
  const isHeld = performance.now() - scrolledAt < PAUSE_MS;
  if (isMoved || isHeld) scrolledAt = performance.now();
  return isMoved || isHeld;
}
