/** What the triage view knows. Pure: nothing here draws or sends. */
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Logged } from '../logged.ts';
import { noStrokes, type Strokes } from './strokes.ts';

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
  /** How long an answer can be taken back. */
  undoMs: number;
  strokes: Strokes;
  /** What the screen shows of the question: a key works for nothing else. */
  drawn: Drawn;
  channelNames: Record<string, string>;
  filter: string;
  mode: 'list' | 'filter' | 'help' | 'written' | 'log';
  /** The choices have the room of the text. */
  isChoosing: boolean;
  /** Lines of the question that are scrolled away. */
  scroll: number;
  notice: { text: string; tone: 'good' | 'bad' | 'plain' } | null;
  /** False until it is known for the first time what waits. */
  hasLooked: boolean;
  link: 'connecting' | 'live' | 'lost' | 'local';
  now: number;
};
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
export type Drawn = { id: string | null; keys: string[]; isTooSmall: boolean };

export const noDraft: Draft = {
  ...{ picked: [], before: null, armed: null, comment: '', written: null },
};

export const begin = (now: number): State => ({
  ...{ cursor: null, search: '', found: 0, beyond: 0 },
  ...{ waiting: [], ended: {}, selectedId: null, draft: noDraft, drafts: {} },
  ...{ held: [], sending: [], unsent: {}, done: [], log: [], undoMs: 5000 },
  ...{ strokes: noStrokes, drawn: { id: null, keys: [], isTooSmall: false } },
  ...{ channelNames: {}, filter: '', mode: 'list', isChoosing: false, scroll: 0, notice: null },
  ...{ hasLooked: false, link: 'connecting', now },
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
  const drafts = { ...state.drafts };
  if (state.selectedId !== null) drafts[state.selectedId] = { ...state.draft, armed: null };
  const looked = { selectedId: id, draft, drafts, isChoosing: false, scroll: 0 };
  return { ...state, waiting, ended, ...looked };
}

/** Moves by so many rows of the list. */
export function move(state: State, by: number): State {
  const { waiting } = state;
  const to = Math.max(0, Math.min(waiting.length - 1, placeIn(state) + by));
  return select(state, waiting[to]?.id ?? null);
}

const placeIn = ({ waiting, selectedId }: State) =>
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
