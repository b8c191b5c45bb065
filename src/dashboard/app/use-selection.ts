import type { SpotlightStore } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * What Enter opens in the palette: the first match, whenever it is found, until an arrow moves on;
 * then the one it moved to. `onKeyDown` is for the field.
 */
export function useSelection(store: SpotlightStore, query: string, ids: string[]) {
  const isMoved = useRef(false);
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another choice
  useEffect(() => {
    isMoved.current = false;
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => {
    const { listId } = store.getState();
    if (listId === '' || query === '') return;
    const actions = [...document.querySelectorAll(`#${CSS.escape(listId)} [data-action]`)];
    const before = actions.findIndex((one) => one.hasAttribute('data-selected'));
    const selected = isMoved.current ? Math.max(0, before) : 0;
    for (const [at, one] of actions.entries())
      one.toggleAttribute('data-selected', at === selected);
    store.updateState((state) => ({ ...state, selected }));
  }, [store, query, shown]);
  return {
    onKeyDown({ key }: KeyboardEvent): void {
      if (key === 'ArrowDown' || key === 'ArrowUp') isMoved.current = true;
    },
  };
}
