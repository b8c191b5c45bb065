/** The effects that a key may have outside the state. */
import type { Asked, State } from './state.ts';

export type Effect =
  | { do: 'quit' }
  | { do: 'interrupt' }
  | { do: 'redraw' }
  | { do: 'suspend' }
  | { do: 'browse'; url: string }
  | { do: 'copy'; text: string }
  | { do: 'prompt'; message: Asked }
  | { do: 'edit'; message: Asked }
  | { do: 'comment'; message: Asked };
export type Pressed = { state: State; effect?: Effect };
