/** The keys that answer the visible question. */
import type { Stroke } from '../../client/press.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { armedFirst, give, isDrawn, said, unknownKey } from './deciding.ts';
import type { Pressed } from './state.ts';
import { type Asked, hasDraft, isOpen, type State, selectedOf } from './state.ts';

/** Never decides what another key would: it shows more of the choices, or opens a prompt. */
export const enter = (state: State, message: Asked, stroke: Stroke): Pressed =>
  terminalOf(message.review.type).view.enter?.(state, message, stroke) ?? {
    state,
    effect: { do: 'prompt', message },
  };

export function comment(state: State, message: Asked): Pressed {
  const { type, payload } = message.review;
  if (!terminalOf(type).view.takesComment?.(payload)) {
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
  return armedFirst(state, { choice: DISMISS, stroke, before, text }, () =>
    give(state, message, response, stroke),
  );
}

export function isToggle(state: State, key: string): boolean {
  const message = selectedOf(state);
  if (!message || message.truncated || !isOpen(state, message)) return false;
  const { type, payload } = message.review;
  return terminalOf(type).view.isToggle?.(payload, key) ?? false;
}

/** Handles a key of the question's kind. */
export function choose(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const pressed = terminalOf(message.review.type).view.press?.(state, message, stroke, before);
  if (pressed) return pressed;
  const { key } = stroke;
  return {
    state: /^\d$/.test(key) ? said(state, 'Press Enter to answer') : unknownKey(state, key),
  };
}
