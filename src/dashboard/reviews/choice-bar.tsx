import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The controls that answer a question. On the question's own page they are a bar at the bottom,
 * visible however long the text is; in a conversation they follow the text.
 */
export function ChoiceBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const hidden = useHiddenBelow(bar);
  return (
    <div ref={bar} className="choice-bar" data-covers={hidden > 0 || undefined}>
      {hidden > 0 && (
        <p className="choice-more" aria-hidden="true">
          {hidden > 1 ? `${hidden} more screens` : 'More'} ↓
        </p>
      )}
      {children}
    </div>
  );
}

/** Less than this below is only the margin under the last line. */
const MARGIN_PX = 24;

/** Returns where the question ends; what is folded below it is not part of it. */
function endOf(scroller: HTMLElement): number {
  const folded = scroller.querySelector<HTMLElement>('.question-more');
  return folded?.offsetTop ?? scroller.scrollHeight;
}

/** Returns how many screens of the question, rounded, are still below the bar. */
function useHiddenBelow(bar: RefObject<HTMLDivElement | null>): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const scroller = bar.current?.closest<HTMLElement>('.question-scroll');
    if (!scroller || !bar.current) return;
    const look = () => {
      const height = bar.current?.offsetHeight ?? 0;
      const below = endOf(scroller) - (scroller.scrollTop + scroller.clientHeight - height);
      const screens = Math.round(below / Math.max(1, scroller.clientHeight - height));
      setHidden(below < MARGIN_PX ? 0 : Math.max(1, screens));
      // Last: reading after a style was set forces a layout.
      scroller.style.setProperty('--bar-height', `${height}px`);
    };
    const sizes = new ResizeObserver(look);
    for (const one of [scroller, scroller.firstElementChild, bar.current]) {
      if (one) sizes.observe(one);
    }
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [bar]);
  return hidden;
}
