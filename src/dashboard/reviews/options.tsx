import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** From this number on they are a list, one below the other. */
const MANY = 6;

/** The buttons that answer. In the bar of a question's page they scroll, and a line counts those out of view. */
export function Options({ children, says }: { children: ReactNode; says: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const { above, below } = useOutOfView(list);
  return (
    <>
      <div
        ref={list}
        className="review-options"
        data-many={Children.toArray(children).length >= MANY || undefined}
      >
        {children}
      </div>
      {(above > 0 || below > 0) && (
        <p className="review-options-more" aria-hidden="true">
          {below > 0 ? `${below} more ${below === 1 ? 'option' : 'options'} ↓` : `${above} above ↑`}
        </p>
      )}
      <p className="unseen" role="status">
        {says}
      </p>
    </>
  );
}

/** Returns how many buttons are not wholly in view, above and below. */
function useOutOfView(list: RefObject<HTMLDivElement | null>) {
  const [counts, setCounts] = useState({ above: 0, below: 0 });
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const look = () => {
      const { scrollTop, clientHeight } = current;
      const buttons = [...current.querySelectorAll<HTMLElement>('.review-option')];
      const above = buttons.filter(({ offsetTop }) => offsetTop < scrollTop).length;
      const below = buttons.filter(
        ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > scrollTop + clientHeight,
      ).length;
      setCounts((was) => (was.above === above && was.below === below ? was : { above, below }));
    };
    const sizes = new ResizeObserver(look);
    for (const one of [current, ...current.children]) sizes.observe(one);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [list]);
  return counts;
}
