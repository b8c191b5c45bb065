/** What the triage view knows. Pure: nothing here draws or sends. */
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Logged } from '../logged.ts';
import { onOneLine } from '../output.ts';
import { titleOf } from '../title.ts';
import type { Channel } from './channels.ts';
import { noPlace, type Place } from './place.ts';
import { noStrokes, type Strokes } from './strokes.ts';
import { writtenTo } from './written.ts';

export type Asked = Message & { review: Review };
export type State = {
  /** Those that were read, soonest to expire first; one that has ended stays while it is looked at. */
  waiting: Asked[];
  /** Up to where they were read; null once there are no more. */
  cursor: string | null;
  /** What was searched for in reading them. */
  search: string;
  /** How many the search finds. */
  found: number;
  /** Ids of those that it has found so far. */
  foundIds: string[];
  /** What was looked at before the search, and how many were read then. */
  back: { id: string | null; at: number; count: number } | null;
  /** How many more are pending than those that were read. */
  beyond: number;
  /** How those ended that are still looked at, by id. */
  ended: Record<string, string>;
  selectedId: string | null;
  /** Of the selected one: what is chosen so far. */
  draft: Draft;
  /** Of the others, by id. */
  drafts: Record<string, Draft>;
  /** Answers that can still be taken back, the newest last. */
  held: Given[];
  /** Answers that are on their way. */
  sending: Given[];
  /** Answers that could not be sent, by the id of their question, which is open still. */
  unsent: Record<string, Given>;
  /** Ids of those whose answer was taken: news and lists from before it may still come. */
  done: string[];
  /** What was answered in this sitting. */
  log: Logged[];
  /** What was written to questions that others have answered since. */
  kept: Kept[];
  /** How long an answer can be taken back. */
  undoMs: number;
  strokes: Strokes;
  /** What the screen shows of the question: a key works for nothing else. */
  drawn: Drawn;
  channels: Record<string, Channel>;
  /** The one channel whose questions are read; null for all. */
  channelId: string | null;
  filter: string;
  mode: 'list' | 'filter' | Page;
  /** The question has the whole screen. */
  isWhole: boolean;
  /** The choices have the room of the text. */
  isChoosing: boolean;
  /** Lines of the question that are scrolled away. */
  scroll: number;
  /** The same of the page that is open. */
  pageScroll: number;
  /** The prompt that is open, made for the room there is. */
  prompt: ((columns: number, rows: number) => string[]) | null;
  notice: { text: string; tone: 'good' | 'bad' | 'plain' } | null;
  /** False until it is known for the first time what waits. */
  hasLooked: boolean;
  link: 'connecting' | 'live' | 'lost' | 'local';
  /** Why the inbox could not be reached. */
  trouble: string | null;
  /** Where people open the inbox, if a server serves it. */
  address: string | null;
  now: number;
};
export type Page = 'help' | 'written' | 'log';
export type Kept = { title: string; written: JsonObject };
export type Draft = {
  picked: string[];
  /** What was picked before the last press of a pick. */
  before: { key: string; at: number; picked: string[] } | null;
  /** What a second press of the same key sends. */
  armed: { id: string; key: string; at: number } | null;
  comment: string;
  /** What was written at a prompt so far. */
  written: JsonObject | null;
};
export type Given = {
  message: Asked;
  response: JsonObject;
  /** The press that gave it. */
  key: string;
  at: number;
  /** When it is sent. */
  until: number;
  draft: Draft;
};
export type Drawn = {
  id: string | null;
  keys: string[];
  /** Of what scrolls: the text, the choices, or a page. */
  place: Place;
  isTooSmall: boolean;
};

export const noDraft: Draft = {
  ...{ picked: [], before: null, armed: null, comment: '', written: null },
};

export const begin = (now: number): State => ({
  ...{ cursor: null, search: '', found: 0, foundIds: [], back: null, beyond: 0 },
  ...{ waiting: [], ended: {}, selectedId: null, draft: noDraft, drafts: {} },
  ...{ held: [], sending: [], unsent: {}, done: [], log: [], kept: [], undoMs: 5000 },
  ...{ strokes: noStrokes, drawn: { id: null, keys: [], place: noPlace, isTooSmall: false } },
  ...{ channels: {}, channelId: null, filter: '', mode: 'list', prompt: null, notice: null },
  ...{ isWhole: false, isChoosing: false, scroll: 0, pageScroll: 0 },
  ...{ hasLooked: false, link: 'connecting', trouble: null, address: null, now },
});

export const isOpen = ({ ended }: State, { id }: Asked) => !(id in ended);

/** Whether we have answered it, sent or not yet. */
export const isGiven = ({ held, sending, done }: State, id: string) =>
  done.includes(id) || [...held, ...sending].some(({ message }) => message.id === id);

export const hasDraft = ({ picked, comment, written }: Draft) =>
  picked.length > 0 || comment !== '' || written !== null;

/** Whether the list is not yet what the filter asks for. */
export const isSearching = ({ filter, search }: State) => filter.trim() !== search;

export const selectedOf = (state: State): Asked | undefined =>
  state.waiting.find(({ id }) => id === state.selectedId);

/** Looks at another one; those that have ended and are no longer looked at go. */
export function select(state: State, id: string | null): State {
  if (id === state.selectedId) return state;
  const waiting = state.waiting.filter((one) => one.id === id || !(one.id in state.ended));
  const ended = id !== null && id in state.ended ? { [id]: state.ended[id] ?? '' } : {};
  const draft = (id !== null && state.drafts[id]) || noDraft;
  const looked = { selectedId: id, draft, ...putAside(state), isChoosing: false, scroll: 0 };
  return { ...state, waiting, ended, ...looked };
}

/** What was begun of the one that is looked at, for when it is looked at again. */
function putAside(state: State): Pick<State, 'drafts' | 'kept'> {
  const { selectedId, draft, drafts, kept } = state;
  const { [selectedId ?? '']: _, ...others } = drafts;
  const message = selectedOf(state);
  if (selectedId === null || !hasDraft(draft)) return { drafts: others, kept };
  if (!message || !(selectedId in state.ended)) {
    return { drafts: { ...others, [selectedId]: { ...draft, armed: null } }, kept };
  }
  const written = writtenTo(draft);
  const title = onOneLine(titleOf(message));
  return { drafts: others, kept: written ? [...kept, { title, written }] : kept };
}

/** Moves by so many rows of the list. */
export function move(state: State, by: number): State {
  const { waiting } = state;
  const to = Math.max(0, Math.min(waiting.length - 1, placeIn(state) + by));
  return select(state, waiting[to]?.id ?? null);
}

export const placeIn = ({ waiting, selectedId }: State) =>
  waiting.findIndex(({ id }) => id === selectedId);

const NEAR_ROWS = 20;

/** Whether the next page is to be read. */
export const isNearEnd = (state: State) =>
  state.cursor !== null && placeIn(state) >= state.waiting.length - NEAR_ROWS;

/** Keeps something selected: what stands where the one that went stood. */
export function settle(before: State, state: State): State {
  if (selectedOf(state)) return state;
  const at = Math.max(0, placeIn(before));
  const next = state.waiting[Math.min(at, state.waiting.length - 1)];
  return select(state, next?.id ?? null);
}

export const drop = (state: State, id: string) =>
  settle(state, { ...state, waiting: state.waiting.filter((one) => one.id !== id) });

/** Keeps what was written so far with its question. */
export function withWritten(state: State, id: string, written: JsonObject | null): State {
  if (state.selectedId === id) return { ...state, draft: { ...state.draft, written } };
  const draft = { ...(state.drafts[id] ?? noDraft), written };
  return { ...state, drafts: { ...state.drafts, [id]: draft } };
}
