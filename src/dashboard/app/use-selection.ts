import type { SpotlightStore } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * The row that Enter opens in the palette: the first match, whenever it is found, until an arrow moves on;
 * then the one it moved to, also once it is found again. `ids` are the matches in their order;
 * `onKeyDown` is for the field.
 */
export function useSelection(store: SpotlightStore, query: string, ids: string[]) {
  const moved = useRef<string | null>(null);
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another choice
  useEffect(() => {
    moved.current = null;
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => {
    if (query === '') return;
    select(store, moved.current === null ? 0 : Math.max(0, ids.indexOf(moved.current)));
  }, [store, query, shown]);
  return {
    onKeyDown({ key }: KeyboardEvent): void {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      // The palette moves after this.
      queueMicrotask(() => {
        moved.current = ids[store.getState().selected] ?? null;
      });
    },
  };
}

/** Unlike the palette's own function, it does not scroll: nobody has moved. */
function select(store: SpotlightStore, selected: number): void {
  const { listId } = store.getState();
  if (listId === '') return;
  const actions = document.querySelectorAll(`#${CSS.escape(listId)} [data-action]`);
  for (const [at, one] of actions.entries()) one.toggleAttribute('data-selected', at === selected);
  store.updateState((state) => ({ ...state, selected }));
}
