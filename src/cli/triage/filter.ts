/** The filter: its text, and the way back to the previous selection. Pure. */
import { placeIn, type State } from './state.ts';

export const startFilter = (state: State): State => ({ ...state, mode: 'filter' });

export function typeFilter(state: State, key: string): State {
  if (key === 'enter') return { ...state, mode: 'list' };
  if (key === 'escape') return { ...clearFilter(state), mode: 'list' };
  return filtered(state, filterAfter(state.filter, key));
}

export const clearFilter = (state: State): State => filtered(state, '');

/** Sets another filter; the first one remembers the selection. */
export function filtered(state: State, filter: string): State {
  const { selectedId: id, waiting, search } = state;
  const isFirst = state.filter.trim() === '' && search === '' && filter.trim() !== '';
  const back = isFirst ? { id, at: placeIn(state), count: waiting.length } : state.back;
  return { ...state, filter, back };
}

function filterAfter(filter: string, key: string): string {
  if (key === 'ctrl-u') return '';
  if (key === 'backspace') return [...filter].slice(0, -1).join('');
  return [...key].length === 1 ? filter + key : filter;
}
