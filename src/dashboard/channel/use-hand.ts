import { type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStill } from '../look/use-still.ts';
import type { Row } from './rows.ts';

/** Whether a pointer is over an answerable question, or pressed on anything. */
export function useHand(rows: readonly Row[], isHeld: RefObject<boolean>) {
  // Older ones are added above the view, and one's own are meant to be seen.
  const still = useStill(rows, (row, at, last) => row.outgoing !== null || at < last);
  const isOver = useRef(false);
  const isPressed = useRef(false);
  const note = () => {
    isHeld.current = isOver.current || isPressed.current;
    if (isHeld.current) still.hold();
    else still.release();
  };
  const latest = useRef(note);
  useEffect(() => {
    latest.current = note;
  });
  const hand = useMemo(() => {
    const up = () => {
      isPressed.current = false;
      // The pressed element handles it first.
      requestAnimationFrame(() => latest.current());
    };
    const setOver = (isNow: boolean) => {
      if (isNow === isOver.current) return;
      isOver.current = isNow;
      latest.current();
    };
    return {
      onPointerOver: ({ target }: PointerEvent) => setOver(isOnQuestion(target)),
      onPointerLeave: () => setOver(false),
      onPointerDown: () => {
        isPressed.current = true;
        latest.current();
        window.addEventListener('pointerup', up, { once: true });
        window.addEventListener('pointercancel', up, { once: true });
      },
    };
  }, []);
  return { ...still, hand };
}

const isOnQuestion = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('.channel-message')?.querySelector('[data-answers]') != null;
