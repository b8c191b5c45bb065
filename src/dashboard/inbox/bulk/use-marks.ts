import { useCallback, useState } from 'react';
import type { PendingMessage } from '../../../core/messages/schema.ts';

/** Each is a request of its own. */
export const MOST_MARKED = 100;

export type Marks = ReturnType<typeof useMarks>;

/** The questions that are marked, of those that the list shows; to mark one answers nothing. */
export function useMarks(shown: PendingMessage[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const marked = shown.filter(({ id }) => ids.has(id)).slice(0, MOST_MARKED);
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const others = new Set(before);
      return others.delete(id) ? others : others.add(id);
    });
  }, []);
  return {
    marked,
    /** Whether rows offer to be marked. */
    isSelecting: isSelecting || marked.length > 0,
    toggle,
    mark: (...more: (string | undefined)[]) =>
      setIds((before) => new Set([...before, ...more.filter((id) => id !== undefined)])),
    markAll: () => setIds(new Set(shown.slice(0, MOST_MARKED).map(({ id }) => id))),
    begin: () => setIsSelecting(true),
    clear: () => {
      setIds(new Set());
      setIsSelecting(false);
    },
  };
}
