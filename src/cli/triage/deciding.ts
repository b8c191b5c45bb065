/** Shared by the keys that answer the visible question. */
import { isForgotten, pressOfTwo, type Stroke, silenceOf } from '../../client/press.ts';
import type { JsonObject } from '../../core/json.ts';
import { hold } from './held.ts';
import type { Asked, Pressed, State } from './state.ts';

export const disarmed = (state: State): State => ({
  ...state,
  draft: { ...state.draft, armed: null },
});
export const said = (state: State, text: string): State => ({
  ...disarmed(state),
  notice: { text, tone: 'plain' },
});

type Arming = { choice: string; stroke: Stroke; before: State; text: string };

/** The second press counts once the key was released, unless it comes too late. */
export function armedFirst(
  state: State,
  { choice, stroke, before, text }: Arming,
  go: () => Pressed,
): Pressed {
  const { key, at } = stroke;
  const { armed } = state.draft;
  const quietMs = silenceOf(before.strokes, stroke);
  const which = pressOfTwo(armed, { choice, at, quietMs });
  if (which === 'second') return go();
  const notice = { text, tone: 'bad' as const };
  const kept = which === 'early' ? armed : { choice, key, at };
  return { state: { ...state, notice, draft: { ...state.draft, armed: kept } } };
}

export const isDrawn = ({ drawn }: State, key: string) => drawn.keys.includes(key);

export function noSuch(state: State, key: string): State {
  if (key === 'a') return said(state, 'No choice is marked as approving');
  if (key === 'r') return said(state, 'No choice is marked as refusing');
  return /^[0-9]$/.test(key) ? said(state, `No choice ${key}`) : unknownKey(state, key);
}

/** Says that a key does nothing here. */
export const unknownKey = (state: State, key: string): State =>
  [...key].length === 1 ? said(state, `“${key}” does nothing here; press ? for the keys`) : state;

export const give = (
  state: State,
  message: Asked,
  response: JsonObject,
  { key, at }: Stroke,
): Pressed => ({
  state: hold(state, message, response, { key, at }),
});

/** A dangerous choice is armed only for a while. */
export const disarmedLate = (state: State): State =>
  state.draft.armed && isForgotten(state.draft.armed, state.now)
    ? { ...disarmed(state), notice: null }
    : state;
