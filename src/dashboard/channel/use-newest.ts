import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import type { Conversation } from './conversation.ts';

/**
 * Within this distance of an end, the next page is loaded; within this distance of the last line,
 * the reader is at the newest message.
 */
const NEAR_PX = 3000;
const AT_END_PX = 32;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];

/** Keeps the reader of a conversation at its newest message, until they scroll up. */
export function useNewest(
  conversation: Conversation,
  scroller: RefObject<HTMLDivElement | null>,
  isAtNewest: RefObject<boolean>,
  isHeld: RefObject<boolean>,
) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const last = useRef({ top: 0, height: 0 });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = element;
    const below = height - clientHeight - top;
    const isUp = top < last.current.top && height === last.current.height;
    last.current = { top, height };
    const { from, to } = conversation.store.get().span;
    if (to !== null || (isUp && below >= AT_END_PX)) {
      isAtNewest.current = false;
    } else if (below < AT_END_PX) isAtNewest.current = true;
    setIsAtEnd(isAtNewest.current);
    if (isAtNewest.current) conversation.count(null);
    if (from !== null && top < NEAR_PX) conversation.older();
    else if (to !== null && below < NEAR_PX) conversation.newer();
  }, [conversation, scroller, isAtNewest]);

  const stick = useCallback(() => {
    const element = scroller.current;
    if (element && isAtNewest.current && !isHeld.current) element.scrollTop = element.scrollHeight;
  }, [scroller, isAtNewest, isHeld]);

  /** On an upward user scroll, cancel stick-to-bottom and any running scroll-to-end. */
  const letGo = () => {
    if (!isAtNewest.current) return;
    isAtNewest.current = false;
    // There may be nothing to scroll.
    requestAnimationFrame(look);
  };

  useResizes(scroller, stick);
  const upward = {
    onWheel: ({ deltaY }: WheelEvent) => deltaY < 0 && letGo(),
    onTouchMove: letGo,
    onKeyDown: ({ key }: KeyboardEvent) => KEYS_UP.includes(key) && letGo(),
  };
  return { isAtEnd, look, stick, upward };
}

/** Before paint, whatever grows: a draft, or a message rendered for the first time. */
function useResizes(scroller: RefObject<HTMLDivElement | null>, onResize: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(onResize);
    // The list reports its own height first: a resize event comes a frame later.
    const heights = new MutationObserver(onResize);
    sizes.observe(element);
    for (const part of element.children) {
      sizes.observe(part);
      heights.observe(part, { attributes: true, attributeFilter: ['style'] });
    }
    return () => {
      sizes.disconnect();
      heights.disconnect();
    };
  }, [scroller, onResize]);
}
