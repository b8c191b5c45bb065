/** Back and Forward return to where a page was scrolled to; any other way leads to its beginning. */
import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';

/** How far the page of each entry of the history was scrolled last. */
const kept = new Map<string, number>();

/** Without one, in an older browser, a page begins at its beginning. */
const entry = () => window.navigation?.currentEntry?.key ?? '';

/** Returns what the element that scrolls the pages does when it is scrolled. */
export function useKeptPlace(main: RefObject<HTMLElement | null>): () => void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useLayoutEffect(() => {
    if (main.current) main.current.scrollTop = kept.get(entry()) ?? 0;
  }, [main, path]);
  return () => {
    if (main.current && entry() !== '') kept.set(entry(), main.current.scrollTop);
  };
}
