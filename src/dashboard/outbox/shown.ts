/** Which questions are visible: the result of an answer to another is shown separately. */
import { useEffect } from 'react';

const shown = new Map<string, number>();

export const isShown = (id: string): boolean => (shown.get(id) ?? 0) > 0;

export function useShown(id: string): void {
  useEffect(() => {
    const count = (by: number) => shown.set(id, (shown.get(id) ?? 0) + by);
    count(1);
    return () => void count(-1);
  }, [id]);
}
