/** The filter: its text, and the way back to the previous selection. Pure. */
import { placeIn, type State } from './state.ts';

/** A filter from before is selected: what is typed replaces it. */
export const startFilter = (state: State): State => ({
  ...state,
  mode: 'filter',
  isFilterSelected: state.filter !== '',
});

const endFilter = (state: State): State => ({ ...state, mode: 'list', isFilterSelected: false });

export function typeFilter(state: State, key: string): State {
  if (key === 'enter') return endFilter(state);
  if (key === 'escape') return endFilter(clearFilter(state));
  if (key === 'ctrl-u') return filtered(state, '');
  const { filter, isFilterSelected } = state;
  if (key === 'backspace')
    return filtered(state, isFilterSelected ? '' : [...filter].slice(0, -1).join(''));
  if ([...key].length === 1) return writeFilter(state, key);
  return { ...state, isFilterSelected: false };
}

/** Writes a text into the filter. */
export const writeFilter = (state: State, text: string): State =>
  filtered(state, (state.isFilterSelected ? '' : state.filter) + text);

export const clearFilter = (state: State): State => filtered(state, '');

/** Sets another filter; the first one remembers the selection. */
function filtered(state: State, filter: string): State {
  const { selectedId: id, waiting, search } = state;
  const isFirst = state.filter.trim() === '' && search === '' && filter.trim() !== '';
  const back = isFirst ? { id, at: placeIn(state), count: waiting.length } : state.back;
  return { ...state, filter, back, isFilterSelected: false };
}
