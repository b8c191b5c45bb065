/** The keys that answer the question that is drawn. */
import type { JsonObject } from '../../core/json.ts';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval/schema.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection/schema.ts';
import { ARMED_MS, THOUGHT_MS } from '../../core/reviews/press.ts';
import { itemOf, optionOf } from './choices.ts';
import type { Pressed } from './effects.ts';
import { hold } from './held.ts';
import { withKeys } from './option-keys.ts';
import { type Asked, hasDraft, type State } from './state.ts';
import { type Stroke, silenceOf } from './strokes.ts';

export const disarmed = (state: State): State => ({
  ...state,
  draft: { ...state.draft, armed: null },
});
export const said = (state: State, text: string): State => ({
  ...disarmed(state),
  notice: { text, tone: 'plain' },
});

/** Never decides where one key more would: it shows more of the choices, or opens a prompt. */
export function enter(state: State, message: Asked, stroke: Stroke): Pressed {
  const { type, payload } = message.review;
  const { picked } = state.draft;
  if (picked.length > 0) return give(state, message, { selectedIds: picked }, stroke);
  if (type === 'approval' && haveKeys((payload as ApprovalPayload).options)) {
    return { state: { ...state, isChoosing: !state.isChoosing, scroll: 0 } };
  }
  return { state, effect: { do: 'prompt', message } };
}

/** Then there is nothing to search. */
const haveKeys = ({ length }: unknown[]) => length === withKeys(length);

export function comment(state: State, message: Asked): Pressed {
  const { type, payload } = message.review;
  if (type !== 'approval' || !payload.allowComment) {
    return { state: said(state, 'This question takes no comment') };
  }
  return { state, effect: { do: 'comment', message } };
}

const DISMISS = '';

export function dismiss(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const label = message.review.payload.dismissLabel;
  if (typeof label !== 'string') {
    return { state: said(state, 'This question cannot be dismissed') };
  }
  if (!isDrawn(state, 'x')) return { state: said(state, `“${label}” is not in view`) };
  const response = { _dismissed: true };
  if (!hasDraft(state.draft)) return give(state, message, response, stroke);
  const text = `Press x again for “${label}”; what you picked or wrote will not be sent`;
  return armedFirst(state, { id: DISMISS, stroke, before, text }, () =>
    give(state, message, response, stroke),
  );
}

export function approve(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const option = optionOf(message.review.payload as ApprovalPayload, key);
  if (!option) return { state: noSuch(state, key) };
  if (!isDrawn(state, key))
    return { state: said(state, `“${option.label}” is not in view (Enter)`) };
  const send = () => {
    const { comment } = state.draft;
    const response = { selectedOption: option.id, ...(comment ? { comment } : {}) };
    return give(state, message, response, stroke);
  };
  if (option.style !== 'danger') return send();
  const text = `Press ${key} again to choose “${option.label}”`;
  return armedFirst(state, { id: option.id, stroke, before, text }, send);
}

type Arming = { id: string; stroke: Stroke; before: State; text: string };

/** The second press counts once the key has rested, unless it comes too late. */
function armedFirst(
  state: State,
  { id, stroke, before, text }: Arming,
  go: () => Pressed,
): Pressed {
  const { key, at } = stroke;
  const { armed } = state.draft;
  const isArmed = armed?.id === id && armed.key === key && at - armed.at <= ARMED_MS;
  if (isArmed && silenceOf(before.strokes, stroke) >= THOUGHT_MS) return go();
  const notice = { text, tone: 'bad' as const };
  const kept = isArmed ? armed : { id, key, at };
  return { state: { ...state, notice, draft: { ...state.draft, armed: kept } } };
}

const isDrawn = ({ drawn }: State, key: string) => drawn.keys.includes(key);

function noSuch(state: State, key: string): State {
  if (key === 'a') return said(state, 'No choice is marked as approving');
  if (key === 'r') return said(state, 'No choice is marked as refusing');
  return /^[0-9]$/.test(key) ? said(state, `No choice ${key}`) : unknownKey(state, key);
}

/** A key that does nothing here says so. */
export const unknownKey = (state: State, key: string): State =>
  [...key].length === 1 ? said(state, `“${key}” does nothing here; press ? for the keys`) : state;

export function choose(state: State, message: Asked, stroke: Stroke): Pressed {
  const { key } = stroke;
  const payload = message.review.payload as SelectionPayload;
  const { items, mode } = payload;
  if (key === '*' && mode === 'multi') return { state: pickAll(state, items, stroke) };
  const item = itemOf(payload, key);
  if (!item) return { state: noSuch(state, key) };
  if (!isDrawn(state, key)) {
    const way = state.draft.picked.length > 0 ? 'Tab' : 'Enter';
    return { state: said(state, `“${item.label}” is not in view (${way})`) };
  }
  if (mode === 'single') return give(state, message, { selectedIds: [item.id] }, stroke);
  const { picked } = state.draft;
  const isPicked = picked.includes(item.id);
  const now = isPicked ? picked.filter((id) => id !== item.id) : [...picked, item.id];
  return { state: pick(state, now, stroke) };
}

/** All of them, or, where all are picked, none. */
function pickAll(state: State, items: SelectionPayload['items'], stroke: Stroke): State {
  const isAll = state.draft.picked.length === items.length;
  return pick(state, isAll ? [] : items.map(({ id }) => id), stroke);
}

function pick(state: State, picked: string[], { key, at }: Stroke): State {
  const before = { key, at, picked: state.draft.picked };
  return { ...state, draft: { ...state.draft, picked, before } };
}

const give = (
  state: State,
  message: Asked,
  response: JsonObject,
  { key, at }: Stroke,
): Pressed => ({
  state: hold(state, message, response, { key, at }),
});

/** A dangerous choice is armed for a while only. */
export const disarmedLate = (state: State): State =>
  state.draft.armed && state.now - state.draft.armed.at > ARMED_MS
    ? { ...disarmed(state), notice: null }
    : state;
