/** Opens the question in the browser, or copies its address. Pure. */
import { questionLink } from '../question-link.ts';
import { said } from './deciding.ts';
import type { Pressed } from './effects.ts';
import { type State, selectedOf } from './state.ts';

const NO_SERVER = 'No server is running here. Start it with `inbox serve`';

export function browse(state: State): Pressed {
  const url = linkTo(state);
  if (selectedOf(state) && url === undefined) return { state: said(state, NO_SERVER) };
  if (url === undefined) return { state };
  return { state, effect: { do: 'browse', url } };
}

/** Copies the link, or the id if no server is running. */
export function copy(state: State): Pressed {
  const text = linkTo(state) ?? selectedOf(state)?.id;
  if (text === undefined) return { state };
  return { state, effect: { do: 'copy', text } };
}

function linkTo(state: State): string | undefined {
  const message = selectedOf(state);
  if (!message || state.address === null) return undefined;
  return questionLink(state.address, message.id);
}
