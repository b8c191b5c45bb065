/** What a key does: a new state, and perhaps something to be done outside. Pure. */

import { isEdited } from '../answer-editor.ts';
import { approve, choose, comment, disarmed, dismiss, enter, said } from './deciding.ts';
import type { Pressed } from './effects.ts';
import { takeBackUnmeant, undo } from './held.ts';
import { isOpen, isSearching, move, type State, select, selectedOf } from './state.ts';
import { judge, type Stroke, withText } from './strokes.ts';

const FAR = Number.MAX_SAFE_INTEGER;
const PAGE_LINES = 5;

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
