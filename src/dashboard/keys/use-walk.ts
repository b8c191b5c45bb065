import type { RefObject } from 'react';
import { useKeys } from './use-keys.tsx';

/** `j` and `k` move the focus along the rows of a list; Enter activates the row's link or button. */
export function useWalk(title: string, list: RefObject<HTMLElement | null>, rows: string): void {
  const walk = (by: 1 | -1) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>(rows) ?? [])];
    const at = all.findIndex((row) => row.closest('li')?.contains(document.activeElement));
    const to = at < 0 ? all[0] : all[at + by];
    const before = all[at];
    to?.focus();
    to?.scrollIntoView({ block: 'nearest' });
    return () => (before ? before.focus() : to?.blur());
  };
  useKeys(title, { j: ['Next', () => walk(1)], k: ['Previous', () => walk(-1)] });
}
