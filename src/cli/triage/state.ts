/** The state of the triage view. Pure: nothing here draws or sends. */
import { type Armed, noStrokes, type Strokes } from '../../client/press.ts';
import type { Held } from '../../client/undo.ts';
import { UNDO_SECONDS } from '../../client/undo-seconds.ts';
import { shownNames } from '../../core/channels/names.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { SameSession } from '../../core/messages/source.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Logged } from '../logged.ts';
import { onOneLine } from '../output.ts';
import { titleLine } from '../title-line.ts';
import { noPlace, type Place } from './place.ts';

export type Asked = Message & { review: Review };
export type State = {
  /** The loaded questions, soonest to expire first; one that has ended stays while selected. */
  waiting: Asked[];
  /** How far they were loaded; null at the end. */
  cursor: string | null;
  /** The search that they were loaded for. */
  search: string;
  /** The session that they were loaded for; null for all. */
  session: SameSession | null;
  /** How many there are of the search and the session. */
  found: number;
  /** Ids of the matches loaded so far. */
  foundIds: string[];
  /** The selection before the search, and how many questions were loaded then. */
  back: { id: string | null; at: number; count: number } | null;
  /** How many more are pending than were loaded. */
  beyond: number;
  /** How the selected ones ended, by id. */
  ended: Record<string, string>;
  selectedId: string | null;
  /** The choices so far for the selected question. */
  draft: Draft;
  /** The drafts of the others, by id. */
  drafts: Record<string, Draft>;
  /** Answers that can still be undone, newest last. */
  held: Given[];
  /** Answers that are being sent. */
  sending: Given[];
  /** Answers that could not be sent, by the id of their question, which is still pending. */
  unsent: Record<string, Given>;
  /** Ids of those whose answer was stored: earlier events and lists may still arrive. */
  done: string[];
  /** The answers given since the view was opened. */
  log: (Logged & Pick<Held, 'chosenAt'>)[];
  /** Texts written for questions that someone else has answered. */
  kept: Kept[];
  /** How long an answer can be undone. */
  undoMs: number;
  strokes: Strokes;
  /** The version of the question on the screen: keys work for nothing else. */
  drawn: Drawn;
  channels: Agent[];
  /** The channel whose questions are loaded; null for all. */
  channelId: string | null;
  filter: string;
  /** The session to which the person narrows the list; null for none. */
  narrowed: SameSession | null;
  /** Typing replaces the whole filter. */
  isFilterSelected: boolean;
  mode: 'list' | 'filter' | Page;
  /** The question fills the screen. */
  isWhole: boolean;
  /** Markdown is shown as it was written. */
  isSource: boolean;
  /** The choices replace the text. */
  isChoosing: boolean;
  /** Lines of the question above the visible part. */
  scroll: number;
  /** How far the open page is scrolled. */
  pageScroll: number;
  /** The open prompt, for the available size. */
  prompt: ((columns: number, rows: number) => string[]) | null;
  notice: { text: string; tone: 'good' | 'bad' | 'plain' } | null;
  /** False until the first load. */
  hasLooked: boolean;
  link: 'connecting' | 'live' | 'lost' | 'local';
  /** Why the inbox is unreachable. */
  trouble: string | null;
  /** Where people open the inbox, if a server is running. */
  address: string | null;
  now: number;
};
export type Page = 'help' | 'written' | 'log';
type Kept = { title: string; written: JsonObject };
type Draft = {
  picked: string[];
  /** The selection before the last press of a selection key. */
  before: { key: string; at: number; picked: string[] } | null;
  /** The answer that a second press of the same key sends. */
  armed: (Armed & { key: string }) | null;
  comment: string;
  /** The unfinished input of a prompt. */
  written: JsonObject | null;
};
export type Given = Held & {
  message: Asked;
  response: JsonObject;
  /** The key that gave it. */
  key: string;
  draft: Draft;
};
export type Drawn = {
  id: string | null;
  keys: string[];
  /** The position in what scrolls: the text, the choices or a page. */
  place: Place;
  isTooSmall: boolean;
};

const noDraft: Draft = {
  picked: [],
  before: null,
  armed: null,
  comment: '',
  written: null,
};

export const begin = (now: number): State => ({
  cursor: null,
  search: '',
  session: null,
  found: 0,
  foundIds: [],
  back: null,
  beyond: 0,
  waiting: [],
  ended: {},
  selectedId: null,
  draft: noDraft,
  drafts: {},
  held: [],
  sending: [],
  unsent: {},
  done: [],
  log: [],
  kept: [],
  undoMs: UNDO_SECONDS * 1000,
  strokes: noStrokes,
  drawn: { id: null, keys: [], place: noPlace, isTooSmall: false },
  channels: [],
  channelId: null,
  filter: '',
  narrowed: null,
  isFilterSelected: false,
  mode: 'list',
  prompt: null,
  notice: null,
  isWhole: false,
  isSource: false,
  isChoosing: false,
  scroll: 0,
  pageScroll: 0,
  hasLooked: false,
  link: 'connecting',
  trouble: null,
  address: null,
  now,
});

export const isOpen = ({ ended }: State, { id }: Asked) => !(id in ended);

/** Returns a channel's name as it is shown beside the others, or its id until the name is known. */
export const channelName = ({ channels }: State, id: string): string =>
  namesIn(channels).get(id) ?? id;

/** A screen has many rows, all of which have their names from one comparison. */
const namesOf = new WeakMap<State['channels'], Map<string, string>>();
function namesIn(channels: State['channels']): Map<string, string> {
  const names = namesOf.get(channels) ?? shownNames(channels);
  namesOf.set(channels, names);
  return names;
}

/** Returns whether we have answered it, sent or not. */
export const isGiven = ({ held, sending, done }: State, id: string) =>
  done.includes(id) || [...held, ...sending].some(({ message }) => message.id === id);

export const hasDraft = ({ picked, comment, written }: Draft) =>
  picked.length > 0 || comment !== '' || written !== null;

/** Returns whether the list does not match the filter and the session yet. */
export const isSearching = ({ filter, search, narrowed, session }: State) =>
  filter.trim() !== search || narrowed !== session;

/** Returns whether the list has only some of the pending questions. */
export const isPart = ({ search, session }: State) => search !== '' || session !== null;

export const selectedOf = (state: State): Asked | undefined =>
  state.waiting.find(({ id }) => id === state.selectedId);

/** Selects another question; ended ones that are no longer selected are removed. */
export function select(state: State, id: string | null): State {
  if (id === state.selectedId) return state;
  const waiting = state.waiting.filter((one) => one.id === id || !(one.id in state.ended));
  const ended = id !== null && id in state.ended ? { [id]: state.ended[id] ?? '' } : {};
  const draft = (id !== null && state.drafts[id]) || noDraft;
  const looked = { isSource: false, isChoosing: false, scroll: 0 };
  return { ...state, waiting, ended, selectedId: id, draft, ...storeDraft(state), ...looked };
}

/** Keeps the selected question's draft for the next time it is selected. */
function storeDraft(state: State): Pick<State, 'drafts' | 'kept'> {
  const { selectedId, draft, drafts, kept } = state;
  const { [selectedId ?? '']: _, ...others } = drafts;
  const message = selectedOf(state);
  if (selectedId === null || !hasDraft(draft)) return { drafts: others, kept };
  if (!message || !(selectedId in state.ended)) {
    return { drafts: { ...others, [selectedId]: { ...draft, armed: null } }, kept };
  }
  const written = writtenTo(draft);
  const title = onOneLine(titleLine(message));
  return { drafts: others, kept: written ? [...kept, { title, written }] : kept };
}

/** Moves the selection by this many rows. */
export function move(state: State, by: number): State {
  const { waiting } = state;
  const to = Math.max(0, Math.min(waiting.length - 1, placeIn(state) + by));
  return select(state, waiting[to]?.id ?? null);
}

export const placeIn = ({ waiting, selectedId }: State) =>
  waiting.findIndex(({ id }) => id === selectedId);

const NEAR_ROWS = 20;

/** Returns whether the next page should be loaded. */
export const isNearEnd = (state: State) =>
  state.cursor !== null && placeIn(state) >= state.waiting.length - NEAR_ROWS;

/** Keeps a question selected: the one that takes the position of a removed one. */
export function settle(before: State, state: State): State {
  if (selectedOf(state)) return state;
  const at = Math.max(0, placeIn(before));
  const next = state.waiting[Math.min(at, state.waiting.length - 1)];
  return select(state, next?.id ?? null);
}

export const drop = (state: State, id: string) =>
  settle(state, { ...state, waiting: state.waiting.filter((one) => one.id !== id) });

/** Stores the unfinished text of a question. */
export function withWritten(state: State, id: string, written: JsonObject | null): State {
  if (state.selectedId === id) return { ...state, draft: { ...state.draft, written } };
  const draft = { ...(state.drafts[id] ?? noDraft), written };
  return { ...state, drafts: { ...state.drafts, [id]: draft } };
}

// The effects that a key may have outside the state.

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

// Texts that a person wrote for a question before sending them. Pure.

type Written = { written: JsonObject | null; comment: string };

/** Returns a text, form fields or a comment; null if nothing was written. */
export function writtenTo(draft: Written | undefined): JsonObject | null {
  const { written = null, comment = '' } = draft ?? {};
  if (comment === '') return written;
  return { ...written, comment: written?.comment ?? comment };
}

/** Formats it: a text unchanged, the rest by name. */
export function writtenText(written: JsonObject): string {
  const { text, ...fields } = written;
  const rest = Object.entries(fields).map(([name, value]) => {
    const parts = isJsonObject(value) ? Object.values(value).flat() : [value];
    return `${name}: ${parts.join(', ')}`;
  });
  return [...(typeof text === 'string' ? [text] : []), ...rest].join('\n');
}
