import { type RefObject, useLayoutEffect } from 'react';

let kept = 0;

/** On a phone the question replaces the list, whose scroll position is restored afterwards. */
export function useKeptScroll(list: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isThere) return;
    element.scrollTop = kept;
    return () => {
      kept = element.scrollTop;
    };
  }, [list, isThere]);
}
