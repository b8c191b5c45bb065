/** What a key does: a new state, and perhaps something to be done outside. Pure. */

import type { JsonObject } from '../../core/json.ts';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection.ts';
import { approvingOption, refusingOption } from '../../core/reviews/kinds/verdicts.ts';
import { isEdited } from '../answer-editor.ts';
import {
  type Asked,
  isOpen,
  isSearching,
  move,
  type State,
  select,
  selectedOf,
  sendingAlso,
} from './state.ts';

export type Effect =
  | { do: 'quit' }
  | { do: 'interrupt' }
  | { do: 'send'; message: Asked; response: JsonObject }
  | { do: 'prompt'; message: Asked }
  | { do: 'edit'; message: Asked }
  | { do: 'comment'; message: Asked };
export type Pressed = { state: State; effect?: Effect };

const FAR = Number.MAX_SAFE_INTEGER;
const PAGE_LINES = 5;

export function press(before: State, key: string): Pressed {
  if (key === 'ctrl-c') return { state: before, effect: { do: 'interrupt' } };
  if (before.mode === 'filter') return { state: typeFilter(before, key) };
  if (before.mode === 'help') return { state: { ...before, mode: 'list' } };
  const state = { ...before, notice: null };
  return toView(state, key) ?? toQuestion(state, key) ?? { state };
}

/** The keys that change what is looked at. */
function toView(state: State, key: string): Pressed | undefined {
  const views: Record<string, () => Pressed> = {
    j: () => ({ state: move(state, 1) }),
    k: () => ({ state: move(state, -1) }),
    g: () => ({ state: move(state, -FAR) }),
    end: () => ({ state: move(state, FAR) }),
    ' ': () => ({ state: { ...state, scroll: state.scroll + PAGE_LINES } }),
    b: () => ({ state: { ...state, scroll: Math.max(0, state.scroll - PAGE_LINES) } }),
    '/': () => ({ state: { ...state, mode: 'filter' } }),
    '?': () => ({ state: { ...state, mode: 'help' } }),
    escape: () => ({ state: { ...disarmed(state), filter: '' } }),
    q: () => ({ state, effect: { do: 'quit' } }),
  };
  const same: Record<string, string> = {
    ...{ down: 'j', up: 'k', home: 'g', G: 'end', pageDown: ' ', pageUp: 'b' },
  };
  const name = same[key] ?? key;
  return Object.hasOwn(views, name) ? views[name]?.() : undefined;
}

/** The keys that answer the question that is looked at. */
function toQuestion(state: State, key: string): Pressed {
  const message = selectedOf(state);
  if (!message) return { state };
  if (message.id in state.ended) return { state: key === 'enter' ? passOn(state) : state };
  if (!isOpen(state, message)) return { state };
  if (isSearching(state)) return { state: said(state, 'Still searching') };
  if (message.truncated) return { state: said(state, 'The question is still being read') };
  if (key === 'enter') return enter(state, message);
  if (key === 'c') return comment(state, message);
  if (key === 'e' && isEdited(message.review)) return { state, effect: { do: 'edit', message } };
  if (key === 'x') return dismiss(state, message);
  const { type } = message.review;
  if (type === 'approval') return approve(state, message, key);
  if (type === 'selection') return choose(state, message, key);
  return { state: /^\d$/.test(key) ? said(state, 'Enter opens it') : state };
}

/** Away from one that has ended. */
function passOn(state: State): State {
  const next = move(state, 1);
  if (next !== state) return next;
  const previous = move(state, -1);
  return previous === state ? select(state, null) : previous;
}

const disarmed = (state: State): State => ({ ...state, draft: { ...state.draft, armed: null } });
const said = (state: State, text: string): State => ({
  ...disarmed(state),
  notice: { text, tone: 'plain' },
});

function enter(state: State, message: Asked): Pressed {
  const { armed, picked } = state.draft;
  if (armed !== null) return sendOption(state, message, armed);
  if (picked.length > 0) return send(state, message, { selectedIds: picked });
  return { state, effect: { do: 'prompt', message } };
}

function comment(state: State, message: Asked): Pressed {
  const { type, payload } = message.review;
  if (type !== 'approval' || !payload.allowComment) {
    return { state: said(state, 'This question takes no comment') };
  }
  return { state: disarmed(state), effect: { do: 'comment', message } };
}

function dismiss(state: State, message: Asked): Pressed {
  if (typeof message.review.payload.dismissLabel !== 'string') {
    return { state: said(state, 'This question cannot be dismissed') };
  }
  return send(state, message, { _dismissed: true });
}

function approve(state: State, message: Asked, key: string): Pressed {
  const { options } = message.review.payload as ApprovalPayload;
  const named: Record<string, string | undefined> = {
    a: approvingOption(options)?.id,
    r: refusingOption(options)?.id,
  };
  const wanted = /^[1-9]$/.test(key) ? options[Number(key) - 1]?.id : named[key];
  const option = options.find(({ id }) => id === wanted);
  if (!option) return { state: noSuch(state, key) };
  if (option.style !== 'danger' || state.draft.armed === option.id) {
    return sendOption(state, message, option.id);
  }
  const armed = { ...state, draft: { ...state.draft, armed: option.id } };
  const text = `Press ${key} again for “${option.label}”: it cannot be undone`;
  return { state: { ...armed, notice: { text, tone: 'bad' } } };
}

function noSuch(state: State, key: string): State {
  if (key === 'a') return said(state, 'No choice is marked as approving');
  if (key === 'r') return said(state, 'No choice is marked as refusing');
  return /^[0-9]$/.test(key) ? said(state, `There is no choice ${key}`) : disarmed(state);
}

function sendOption(state: State, message: Asked, selectedOption: string): Pressed {
  const { comment } = state.draft;
  return send(state, message, { selectedOption, ...(comment ? { comment } : {}) });
}

function choose(state: State, message: Asked, key: string): Pressed {
  const { items, mode } = message.review.payload as SelectionPayload;
  const item = /^[1-9]$/.test(key) ? items[Number(key) - 1] : undefined;
  if (!item) return { state: noSuch(state, key) };
  if (mode === 'single') return send(state, message, { selectedIds: [item.id] });
  const { picked } = state.draft;
  const isPicked = picked.includes(item.id);
  const now = isPicked ? picked.filter((id) => id !== item.id) : [...picked, item.id];
  return { state: { ...state, draft: { ...state.draft, picked: now } } };
}

function send(state: State, message: Asked, response: JsonObject): Pressed {
  const sending = sendingAlso(disarmed(state), message.id);
  return { state: sending, effect: { do: 'send', message, response } };
}

function typeFilter(state: State, key: string): State {
  if (key === 'enter') return { ...state, mode: 'list' };
  if (key === 'escape') return { ...state, mode: 'list', filter: '' };
  return { ...state, filter: filterAfter(state.filter, key) };
}

function filterAfter(filter: string, key: string): string {
  if (key === 'ctrl-u') return '';
  if (key === 'backspace') return [...filter].slice(0, -1).join('');
  return [...key].length === 1 ? filter + key : filter;
}
