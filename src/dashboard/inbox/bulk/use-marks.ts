import { useCallback, useState } from 'react';
import type { PendingMessage } from '../../../core/messages/schema.ts';

/** Each is a separate request. */
export const MOST_MARKED = 100;

export type Marks = ReturnType<typeof useMarks>;

/** The marked questions of the list; marking answers nothing. */
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
    /** Whether rows show checkboxes. */
    isSelecting: isSelecting || marked.length > 0,
    toggle,
    /** Returns the function that takes the new marks away. */
    mark(...more: (string | undefined)[]): () => void {
      const added = more.filter((id) => id !== undefined).filter((id) => !ids.has(id));
      setIds((before) => new Set([...before, ...added]));
      return () => setIds((before) => new Set([...before].filter((id) => !added.includes(id))));
    },
    markAll: () => setIds(new Set(shown.slice(0, MOST_MARKED).map(({ id }) => id))),
    begin: () => setIsSelecting(true),
    clear: () => {
      setIds(new Set());
      setIsSelecting(false);
    },
  };
}
