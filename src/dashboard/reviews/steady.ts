import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSteady as wasSteady } from '../../client/press.ts';
import { useKeyboard } from '../keys/use-keys.tsx';

const LOOK_MS = 100;
/** Half of it, or as much as a finger presses: a long label may be taller than the room for all choices. */
const IN_VIEW = 0.5;
const IN_VIEW_PX = 44;
const STEPS = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, IN_VIEW];

/**
 * Whether a pointer may press: the element has been in view, unmoved, for a moment, and the last
 * answer is as long ago. `look` judges an event by the time at which it happened: a busy page
 * handles it late.
 */
export function useSteady(element: RefObject<HTMLElement | null>) {
  const keyboard = useKeyboard();
  const [isSteady, setIsSteady] = useState(false);
  const position = useRef({ box: '', since: Number.POSITIVE_INFINITY });
  const isInView = useRef(false);

  const look = (at: number): boolean => {
    const now = performance.now();
    const box = boxOf(element.current);
    if (box !== position.current.box || !isInView.current) position.current = { box, since: now };
    return wasSteady(at, position.current.since, keyboard.answeredAt());
  };
  const seeNow = useEffectEvent(() => setIsSteady(look(performance.now())));
  useEffect(() => {
    if (!element.current) return;
    const see = () => seeNow();
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        isInView.current =
          entry !== undefined &&
          (entry.intersectionRatio >= IN_VIEW || entry.intersectionRect.height >= IN_VIEW_PX);
        see();
      },
      { threshold: STEPS },
    );
    observer.observe(element.current);
    const leave = watch(see);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [element]);
  return { isSteady, look };
}

/**
 * All buttons measure in the same frame: measuring after another button has drawn costs a layout of
 * the page each.
 */
const watching = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function lookAll(): void {
  for (const see of watching) see();
}

function watch(see: () => void): () => void {
  watching.add(see);
  if (watching.size === 1) {
    timer = setInterval(lookAll, LOOK_MS);
    window.addEventListener('scroll', lookAll, { capture: true, passive: true });
  }
  return () => {
    watching.delete(see);
    if (watching.size > 0) return;
    clearInterval(timer);
    window.removeEventListener('scroll', lookAll, { capture: true });
  };
}

function boxOf(element: HTMLElement | null): string {
  if (!element) return '';
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}
