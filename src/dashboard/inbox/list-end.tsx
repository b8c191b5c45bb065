import { useEffect, useEffectEvent, useRef } from 'react';

/** The distance below the view within which the end is near. */
const NEAR = '600px';

/** Checks once whether it is near, and then whenever that changes. */
export function ListEnd({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!end.current) return;
    const root = end.current.parentElement;
    const onIntersect = (entries: IntersectionObserverEntry[]) => {
      if (entries.at(-1)?.isIntersecting) near();
    };
    const observer = new IntersectionObserver(onIntersect, { root, rootMargin: `0px 0px ${NEAR}` });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <li ref={end} aria-hidden="true" />;
}
