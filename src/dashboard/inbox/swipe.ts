import { type TouchEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import type { List, Place } from './question-head.tsx';

/** Far enough to the side, and level enough not to be scrolling. */
const FAR_PX = 80;
const STRAIGHT_PX = 40;

/** A swipe to the left opens the next question, one to the right the previous. */
export function useSwipe({ previous, next }: Place, { pathTo }: List, isOn: boolean) {
  const [, go] = useLocation();
  const from = useRef<{ x: number; y: number } | null>(null);
  if (!isOn) return {};
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isOne = touch && touches.length === 1 && !isMovedItself(target);
      from.current = isOne ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!from.current || !touch) return;
      const across = touch.clientX - from.current.x;
      const isStraight = Math.abs(touch.clientY - from.current.y) < STRAIGHT_PX;
      const to = across < 0 ? next : previous;
      if (isStraight && Math.abs(across) > FAR_PX && to) go(pathTo(to), { replace: true });
    },
  };
}

/** A finger here scrolls a table, sets a range, selects text, or presses a choice. */
const isMovedItself = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('.scroller, input, textarea, select, .choice-bar') !== null;
