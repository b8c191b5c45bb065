/** Which rows of the list are drawn: those near the view. All are equally high, so the rest is arithmetic. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn above and below the view: more than a flick passes or a Tab reaches. */
const AROUND = 20;
/** The drawn rows change when the view has moved by this many. */
const STEP = 10;
const FIRST = { from: 0, to: 2 * AROUND };

type Shown = {
  count: number;
  /** The row of the open question, which is scrolled into view when another is opened; -1 for none. */
  openAt: number;
  openId: string | undefined;
  /** A row that is drawn wherever the view is; -1 for none. */
  keptAt: number;
};

/** Returns the indices of the drawn rows, in order, and what the list does when it is scrolled. */
export function useDrawn(list: RefObject<HTMLElement | null>, shown: Shown) {
  const { count, openAt, openId, keptAt } = shown;
  const [near, setNear] = useState(FIRST);

  const look = () => {
    const rows = list.current && rowsIn(list.current);
    if (!rows) return;
    const from = down(rows.top - AROUND);
    const to = down(rows.bottom + AROUND) + STEP;
    // Before the list is painted, however far it has jumped.
    if (from !== near.from || to !== near.to) flushSync(() => setNear({ from, to }));
  };
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(() => lookNow());
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);

  const reveal = useEffectEvent(() => {
    const element = list.current;
    const rows = element && rowsIn(element);
    if (!rows || openAt < 0) return;
    if (openAt < rows.top) element.scrollTop = openAt * rows.height;
    else if (openAt + 1 > rows.bottom) {
      element.scrollTop = (openAt + 1) * rows.height - element.clientHeight;
    }
  });
  const isOpenListed = openAt >= 0;
  useEffect(() => {
    if (openId === undefined || !isOpenListed) return;
    // In the next frame, so that layout happens once for all changes.
    const frame = requestAnimationFrame(() => reveal());
    return () => cancelAnimationFrame(frame);
  }, [openId, isOpenListed]);

  const to = Math.min(near.to, count);
  // A list that has become shorter is not scrolled yet.
  const from = Math.max(0, Math.min(near.from, to - (near.to - near.from)));
  const drawn = Array.from({ length: to - from }, (_, at) => from + at);
  if (keptAt >= 0 && keptAt < from) drawn.unshift(keptAt);
  if (keptAt >= to) drawn.push(keptAt);
  return { drawn, look, isAtEnd: to === count };
}

/** The rows in view, counted from the top of the list. */
function rowsIn(list: HTMLElement) {
  const height = list.querySelector('.inbox-row')?.getBoundingClientRect().height;
  if (!height) return null;
  const { scrollTop, clientHeight } = list;
  return { height, top: scrollTop / height, bottom: (scrollTop + clientHeight) / height };
}

const down = (row: number) => Math.max(0, Math.floor(row / STEP) * STEP);

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
