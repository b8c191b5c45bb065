/** What a key does: a new state, and perhaps something to be done outside. Pure. */

import type { JsonObject } from '../../core/json.ts';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection.ts';
import { isEdited } from '../answer-editor.ts';
import { optionOf } from './choices.ts';
import { hold, takeBackUnmeant, undo } from './held.ts';
import {
  type Asked,
  hasDraft,
  isOpen,
  isSearching,
  move,
  type State,
  select,
  selectedOf,
} from './state.ts';
import { judge, type Stroke, silenceOf, withText } from './strokes.ts';

export type Effect =
  | { do: 'quit' }
  | { do: 'interrupt' }
  | { do: 'prompt'; message: Asked }
  | { do: 'edit'; message: Asked }
  | { do: 'comment'; message: Asked };
export type Pressed = { state: State; effect?: Effect };

const FAR = Number.MAX_SAFE_INTEGER;
const PAGE_LINES = 5;
/** The second press for a dangerous choice comes after a rest, and soon. */
const REST_MS = 700;
const ARMED_MS = 5000;

const TYPING = 'That looked like typing: nothing was answered';
const HELD_KEY = 'The key repeated: that press was not counted';

export function press(before: State, stroke: Stroke): Pressed {
  const { key } = stroke;
  if (stroke.action === 'release') return { state: before };
  if (key === 'ctrl-c') return { state: before, effect: { do: 'interrupt' } };
  if (before.drawn.isTooSmall) return key === 'q' ? quit(before) : { state: before };
  if (before.mode === 'filter') return { state: typeFilter(before, key) };
  const judged = judge(before.strokes, stroke);
  const state = { ...before, strokes: judged.strokes };
  const isMoving = moves.has(key) && judged.is !== 'typing';
  if (judged.is !== 'press' && !isMoving && !named.has(key)) {
    const after = takeBackUnmeant(state, key, judged);
    if (judged.is === 'typing') return { state: said(after, TYPING) };
    return { state: after === state ? state : said(after, HELD_KEY) };
  }
  if (state.mode !== 'list') return { state: { ...state, mode: 'list' } };
  return pressed({ ...state, notice: null }, stroke, before);
}

/** Text that came in one piece answers nothing. */
export function paste(state: State, text: string, at: number): Pressed {
  if (state.drawn.isTooSmall) return { state };
  if (state.mode === 'filter') {
    return { state: { ...state, filter: state.filter + text.replaceAll(/\s+/g, ' ') } };
  }
  const keys = [...text].map((one) => (one === '\n' ? 'enter' : one));
  const [key = ''] = keys;
  if (keys.every((one) => one === key)) {
    // A key that is held while the terminal is slow.
    const again = (now: State) => press(now, { key, at, action: 'repeat' }).state;
    return { state: keys.reduce(again, state) };
  }
  const judged = withText(state.strokes, at);
  const after = takeBackUnmeant({ ...state, strokes: judged.strokes }, '', judged);
  return { state: said(after, 'Pasted text was ignored') };
}

const moves = new Set(['j', 'k', 'g', 'G', ' ', 'b']);
const named = new Set(['up', 'down', 'home', 'end', 'pageUp', 'pageDown', 'escape']);

function pressed(state: State, stroke: Stroke, before: State): Pressed {
  const { armed } = state.draft;
  // Any other key disarms, and does nothing else.
  if (armed && armed.key !== stroke.key) return { state: disarmed(state) };
  return toView(state, stroke.key) ?? toQuestion(state, stroke, before);
}

const quit = (state: State): Pressed => ({ state, effect: { do: 'quit' } });

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
    log: () => ({ state: { ...state, mode: 'log' } }),
    z: () => ({ state: undo(state) }),
    escape: () => ({ state: { ...state, filter: '', isChoosing: false } }),
    q: () => quit(state),
  };
  const same: Record<string, string> = {
    ...{
      down: 'j',
      up: 'k',
      home: 'g',
      G: 'end',
      pageDown: ' ',
      pageUp: 'b',
      'ctrl-d': 'q',
      A: 'log',
    },
  };
  const name = same[key] ?? key;
  return Object.hasOwn(views, name) ? views[name]?.() : undefined;
}

/** The keys that answer the question that is looked at. */
function toQuestion(state: State, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const message = selectedOf(state);
  if (!message) return { state };
  if (!isOpen(state, message)) return { state: toEnded(state, key) };
  if (isSearching(state)) return { state: said(state, 'Still searching') };
  if (message.truncated) return { state: said(state, 'The question is still being read') };
  if (state.drawn.id !== message.id) return { state: said(state, 'The question is not in view') };
  if (key === 'enter') return enter(state, message, stroke);
  if (key === 'c') return comment(state, message);
  if (key === 'e' && isEdited(message.review)) return { state, effect: { do: 'edit', message } };
  if (key === 'x') return dismiss(state, message, stroke, before);
  const { type } = message.review;
  if (type === 'approval') return approve(state, message, stroke, before);
  if (type === 'selection') return choose(state, message, stroke);
  return { state: /^\d$/.test(key) ? said(state, 'Press Enter to answer') : state };
}

function toEnded(state: State, key: string): State {
  if (key === 'enter') return passOn(state);
  return key === 'e' && state.draft.written ? { ...state, mode: 'written' } : state;
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

/** Never decides where one key more would: it shows more of the choices, or opens a prompt. */
function enter(state: State, message: Asked, stroke: Stroke): Pressed {
  const { type, payload } = message.review;
  const { picked } = state.draft;
  if (picked.length > 0) return give(state, message, { selectedIds: picked }, stroke);
  if (type === 'approval' && (payload as ApprovalPayload).options.length <= 9) {
    return { state: { ...state, isChoosing: !state.isChoosing, scroll: 0 } };
  }
  return { state, effect: { do: 'prompt', message } };
}

function comment(state: State, message: Asked): Pressed {
  const { type, payload } = message.review;
  if (type !== 'approval' || !payload.allowComment) {
    return { state: said(state, 'This question takes no comment') };
  }
  return { state, effect: { do: 'comment', message } };
}

const DISMISS = '';

function dismiss(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const label = message.review.payload.dismissLabel;
  if (typeof label !== 'string') {
    return { state: said(state, 'This question cannot be dismissed') };
  }
  if (!isDrawn(state, 'x')) return { state: said(state, `“${label}” is not in view`) };
  const response = { _dismissed: true };
  if (!hasDraft(state.draft)) return give(state, message, response, stroke);
  const text = `Press x again for “${label}”: what you picked or wrote is not sent`;
  return armedFirst(state, { id: DISMISS, stroke, before, text }, () =>
    give(state, message, response, stroke),
  );
}

function approve(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
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
  if (isArmed && silenceOf(before.strokes, stroke) >= REST_MS) return go();
  const notice = { text, tone: 'bad' as const };
  const kept = isArmed ? armed : { id, key, at };
  return { state: { ...state, notice, draft: { ...state.draft, armed: kept } } };
}

const isDrawn = ({ drawn }: State, key: string) => drawn.keys.includes(key);

function noSuch(state: State, key: string): State {
  if (key === 'a') return said(state, 'No choice is marked as approving');
  if (key === 'r') return said(state, 'No choice is marked as refusing');
  return /^[0-9]$/.test(key) ? said(state, `There is no choice ${key}`) : state;
}

function choose(state: State, message: Asked, stroke: Stroke): Pressed {
  const { key, at } = stroke;
  const { items, mode } = message.review.payload as SelectionPayload;
  const item = /^[1-9]$/.test(key) ? items[Number(key) - 1] : undefined;
  if (!item) return { state: noSuch(state, key) };
  if (!isDrawn(state, key)) return { state: said(state, `“${item.label}” is not in view (Enter)`) };
  if (mode === 'single') return give(state, message, { selectedIds: [item.id] }, stroke);
  const { picked } = state.draft;
  const isPicked = picked.includes(item.id);
  const now = isPicked ? picked.filter((id) => id !== item.id) : [...picked, item.id];
  const draft = { ...state.draft, picked: now, before: { key, at, picked } };
  return { state: { ...state, draft } };
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
