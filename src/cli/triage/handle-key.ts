/** Handles a key: returns a new state, and possibly effects. Pure. */
import { judge, noStrokes, type Stroke, withText } from '../../client/press.ts';
import { sameSession } from '../../core/messages/source.ts';
import { questionLink } from '../../core/urls.ts';
import { isEdited } from '../answer-editor.ts';
import { choose, comment, dismiss, enter, isToggle } from './answering.ts';
import { disarmed, said, unknownKey } from './deciding.ts';
import { takeBackUnmeant, undo } from './held.ts';
import { isCut, type Step, scrollBy } from './place.ts';
import {
  isOpen,
  isSearching,
  move,
  type Page,
  type Pressed,
  placeIn,
  type State,
  select,
  selectedOf,
  writtenTo,
} from './state.ts';

const FAR = Number.MAX_SAFE_INTEGER;

const TYPING = 'That looked like typing; nothing was answered';
const HELD_KEY = 'The key repeated; that press was not counted';

export function handleKey(before: State, stroke: Stroke): Pressed {
  const { key } = stroke;
  if (stroke.action === 'release') return { state: before };
  if (key === 'ctrl-c') return { state: before, effect: { do: 'interrupt' } };
  if (key === 'ctrl-z') return { state: before, effect: { do: 'suspend' } };
  if (key === 'ctrl-l') return { state: before, effect: { do: 'redraw' } };
  if (before.drawn.isTooSmall) return key === 'q' ? quit(before) : { state: before };
  if (before.mode === 'filter') return { state: typeFilter(before, key) };
  const judged = judge(before.strokes, stroke, isToggle(before, key) && before.mode === 'list');
  const state = { ...before, strokes: judged.strokes };
  const isMoving = moves.has(key) && judged.is !== 'typing';
  if (judged.is !== 'press' && !isMoving && !named.has(key)) {
    const after = takeBackUnmeant(state, key, judged);
    if (judged.is === 'typing') return { state: said(after, TYPING) };
    return { state: after === state ? state : said(after, HELD_KEY) };
  }
  if (state.mode !== 'list') return { state: onPage(state, key) };
  return pressed({ ...state, notice: null }, stroke, before);
}

/** Text that arrived in one piece answers nothing. */
export function paste(state: State, text: string, at: number): Pressed {
  if (state.drawn.isTooSmall) return { state };
  if (state.mode === 'filter') {
    const line = text.replace(/\n$/, '').replaceAll(/\s/g, ' ');
    return { state: writeFilter(state, line) };
  }
  return { state: said(withoutUnmeant(state, at), 'Pasted text was ignored') };
}

/** Undoes what the key just before a text had chosen: it belongs to the text. */
function withoutUnmeant(state: State, at: number): State {
  const judged = withText(state.strokes, at);
  return takeBackUnmeant({ ...state, strokes: judged.strokes }, '', judged);
}

/**
 * Several characters in one read: a paste that is not marked as one, or keys that were pressed while
 * we were busy. They may look around, pick, and open what text is written in; they decide nothing.
 */
export function typed(state: State, text: string, at: number): Pressed & { rest?: string } {
  if (state.drawn.isTooSmall) return { state };
  const keys = [...text].map((one) => CONTROLS[one] ?? one);
  const [key = ''] = keys;
  if (keys.every((one) => one === key)) {
    // A key held while the terminal is slow.
    const again = (now: State) => handleKey(now, { key, at, action: 'repeat' }).state;
    return { state: keys.reduce(again, state) };
  }
  const ignored = (): Pressed => ({ state: said(withoutUnmeant(state, at), TYPING) });
  // Picked options stay, as they decide nothing.
  let now = withoutUnmeant({ ...state, draft: { ...state.draft, before: null } }, at);
  if (now.held !== state.held) return ignored();
  for (const [place, one] of keys.entries()) {
    const next = now.mode === 'filter' ? { state: typeFilter(now, one) } : harmless(now, one, at);
    if (!next) return ignored();
    if (next.effect) return { ...next, rest: [...text].slice(place + 1).join('') };
    now = next.state;
  }
  return { state: { ...now, strokes: withText(state.strokes, at).strokes } };
}

const CONTROLS: Record<string, string> = { '\n': 'enter', '\t': 'tab' };

/** Undefined if the key would do more than look around, pick, or open a prompt. */
function harmless(state: State, key: string, at: number): Pressed | undefined {
  const isKnown = moves.has(key) || ['/', 'c', 'enter'].includes(key) || isToggle(state, key);
  if (!isKnown || state.mode !== 'list') return undefined;
  const pressed = handleKey({ ...state, strokes: noStrokes }, { key, at, action: 'press' });
  const { held, draft } = pressed.state;
  const isDeciding = held !== state.held || draft.armed !== null;
  const isOpening = !pressed.effect || ['prompt', 'comment'].includes(pressed.effect.do);
  return isDeciding || !isOpening ? undefined : pressed;
}

const moves = new Set(['j', 'k', 'g', 'G', ' ', 'b']);
const named = new Set([
  'up',
  'down',
  'home',
  'end',
  'pageUp',
  'pageDown',
  'ctrl-d',
  'ctrl-u',
  'escape',
]);

function pressed(state: State, stroke: Stroke, before: State): Pressed {
  const { armed } = state.draft;
  // Any other key disarms, and does nothing else.
  if (armed && armed.key !== stroke.key) return { state: disarmed(state) };
  return toView(state, stroke.key) ?? toQuestion(state, stroke, before);
}

const quit = (state: State): Pressed => ({ state, effect: { do: 'quit' } });
const open = (state: State, mode: Page): Pressed => ({ state: { ...state, mode, pageScroll: 0 } });

/** How far each key scrolls. */
const steps: Record<string, Step> = {
  ' ': { by: 'page', to: 1 },
  b: { by: 'page', to: -1 },
  pageDown: { by: 'page', to: 1 },
  pageUp: { by: 'page', to: -1 },
  'ctrl-d': { by: 'half', to: 1 },
  'ctrl-u': { by: 'half', to: -1 },
};
/** A page has no list to move in. */
const pageSteps: Record<string, Step> = {
  ...steps,
  j: { by: 'line', to: 1 },
  k: { by: 'line', to: -1 },
  down: { by: 'line', to: 1 },
  up: { by: 'line', to: -1 },
};

/** Any key closes a page, except those that scroll one that exceeds the screen. */
function onPage(state: State, key: string): State {
  const { place } = state.drawn;
  const step = Object.hasOwn(pageSteps, key) ? pageSteps[key] : undefined;
  if (!step || !isCut(place)) return { ...state, mode: 'list' };
  return { ...state, pageScroll: scrollBy(place, step) };
}

/** The keys that change what is shown. */
function toView(state: State, key: string): Pressed | undefined {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step) return { state: { ...state, scroll: scrollBy(state.drawn.place, step) } };
  const views: Record<string, () => Pressed> = {
    j: () => ({ state: move(state, 1) }),
    k: () => ({ state: move(state, -1) }),
    g: () => ({ state: move(state, -FAR) }),
    end: () => ({ state: move(state, FAR) }),
    source: () => ({ state: { ...state, isSource: !state.isSource, scroll: 0 } }),
    tab: () => ({ state: { ...state, isWhole: !state.isWhole } }),
    '/': () => ({ state: startFilter(state) }),
    session: () => ({ state: narrow(state) }),
    '?': () => open(state, 'help'),
    log: () => open(state, 'log'),
    z: () => ({ state: undo(state) }),
    o: () => browse(state),
    y: () => copy(state),
    escape: () => ({ state: goBack(state) }),
    q: () => quit(state),
  };
  const same: Record<string, string> = {
    down: 'j',
    up: 'k',
    home: 'g',
    G: 'end',
    A: 'log',
    M: 'source',
    S: 'session',
  };
  const name = same[key] ?? key;
  return Object.hasOwn(views, name) ? views[name]?.() : undefined;
}

/** Leaves what was opened last. */
function goBack(state: State): State {
  if (state.isChoosing) return { ...state, isChoosing: false, scroll: 0 };
  if (state.isWhole) return { ...state, isWhole: false };
  return state.filter === '' ? { ...state, narrowed: null } : clearFilter(state);
}

/** The keys that answer the selected question. */
function toQuestion(state: State, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const message = selectedOf(state);
  if (!message) return { state: unknownKey(state, key) };
  if (!isOpen(state, message)) return { state: toEnded(state, key) };
  if (isSearching(state)) return { state: said(state, 'Still searching') };
  if (message.truncated) return { state: said(state, 'The question is still loading') };
  if (state.drawn.id !== message.id) return { state: said(state, 'The question is not in view') };
  if (key === 'enter') return enter(state, message, stroke);
  if (key === 'c') return comment(state, message);
  if (key === 'e' && isEdited(message.review)) return { state, effect: { do: 'edit', message } };
  if (key === 'x') return dismiss(state, message, stroke, before);
  return choose(state, message, stroke, before);
}

function toEnded(state: State, key: string): State {
  if (key === 'enter') return selectNext(state);
  return key === 'e' && writtenTo(state.draft)
    ? { ...state, mode: 'written', pageScroll: 0 }
    : state;
}

/** Moves on from an ended question. */
function selectNext(state: State): State {
  const next = move(state, 1);
  if (next !== state) return next;
  const previous = move(state, -1);
  return previous === state ? select(state, null) : previous;
}

// The filter: its text, and the way back to the previous selection. Pure.

/** A filter from before is selected: what is typed replaces it. */
const startFilter = (state: State): State => ({
  ...state,
  mode: 'filter',
  isFilterSelected: state.filter !== '',
});

const endFilter = (state: State): State => ({ ...state, mode: 'list', isFilterSelected: false });

function typeFilter(state: State, key: string): State {
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
const writeFilter = (state: State, text: string): State =>
  filtered(state, (state.isFilterSelected ? '' : state.filter) + text);

const clearFilter = (state: State): State => filtered(state, '');

/** Sets another filter; the first one remembers the selection. */
function filtered(state: State, filter: string): State {
  const { selectedId: id, waiting, search } = state;
  const isFirst = state.filter.trim() === '' && search === '' && filter.trim() !== '';
  const back = isFirst ? { id, at: placeIn(state), count: waiting.length } : state.back;
  return { ...state, filter, back, isFilterSelected: false };
}

/** Narrows the list to the session of the selected question, which stays selected; a second time, to all. */
function narrow(state: State): State {
  if (state.narrowed !== null) return { ...state, narrowed: null };
  const message = selectedOf(state);
  const narrowed = message ? sameSession(message) : null;
  return narrowed === null ? said(state, 'This question names no session') : { ...state, narrowed };
}

// Opens the question in the browser, or copies its address. Pure.

const NO_SERVER = 'No server is running here. Start it with `inbox serve`';

function browse(state: State): Pressed {
  const url = linkTo(state);
  if (selectedOf(state) && url === undefined) return { state: said(state, NO_SERVER) };
  if (url === undefined) return { state };
  return { state, effect: { do: 'browse', url } };
}

/** Copies the link, or the id if no server is running. */
function copy(state: State): Pressed {
  const text = linkTo(state) ?? selectedOf(state)?.id;
  if (text === undefined) return { state };
  return { state, effect: { do: 'copy', text } };
}

function linkTo(state: State): string | undefined {
  const message = selectedOf(state);
  if (!message || state.address === null) return undefined;
  return questionLink(state.address, message.id);
}
