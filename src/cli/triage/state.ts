/** What the triage view knows, and how news changes it. Pure: nothing here draws or sends. */
import { placeOf } from '../../client/pending.ts';
import type { EventName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { onOneLine } from '../output.ts';
import { answererOf, answerWords, titleOf } from '../render.ts';

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
  /** Ids of those whose answer is on its way. */
  sending: string[];
  /** Ids of those whose answer was taken: news and lists from before it may still come. */
  done: string[];
  channelNames: Record<string, string>;
  filter: string;
  mode: 'list' | 'filter' | 'help';
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
  /** The dangerous option that a second press sends. */
  armed: string | null;
  comment: string;
};

export const noDraft: Draft = { picked: [], armed: null, comment: '' };

export const begin = (now: number): State => ({
  ...{ cursor: null, search: '', found: 0, beyond: 0 },
  ...{ waiting: [], ended: {}, selectedId: null, draft: noDraft, sending: [], done: [] },
  ...{ channelNames: {}, filter: '', mode: 'list', scroll: 0, notice: null },
  ...{ hasLooked: false, link: 'connecting', now },
});

export const isOpen = ({ ended, sending }: State, { id }: Asked) =>
  !(id in ended) && !sending.includes(id);

/** Whether the list is not yet what the filter asks for. */
export const isSearching = ({ filter, search }: State) => filter.trim() !== search;

export const selectedOf = (state: State): Asked | undefined =>
  state.waiting.find(({ id }) => id === state.selectedId);

/** Looks at another one; those that have ended and are no longer looked at go. */
export function select(state: State, id: string | null): State {
  if (id === state.selectedId) return state;
  const waiting = state.waiting.filter((one) => one.id === id || !(one.id in state.ended));
  const ended = id !== null && id in state.ended ? { [id]: state.ended[id] ?? '' } : {};
  return { ...state, waiting, ended, selectedId: id, draft: noDraft, scroll: 0 };
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

export type Listed = {
  pending: Asked[];
  nextCursor?: string | null;
  search?: string;
  /** How many the search finds. */
  found?: number;
};

/** The list as the server has it now. */
export function withPending(state: State, listed: Listed): State {
  const { search = '', nextCursor: cursor = null, found = listed.pending.length } = listed;
  const pending = unanswered(state, listed.pending);
  const kept = state.waiting.filter(
    ({ id }) =>
      search === state.search && id === state.selectedId && !pending.some((one) => one.id === id),
  );
  return settle(state, { ...state, cursor, search, found, waiting: sorted([...pending, ...kept]) });
}

/** The next page of the list. */
export function withMore(state: State, { pending, nextCursor: cursor = null }: Listed): State {
  const more = unanswered(state, pending).filter(
    ({ id }) => !state.waiting.some((one) => one.id === id),
  );
  const beyond = Math.max(0, state.beyond - more.length);
  return settle(state, { ...state, cursor, beyond, waiting: sorted([...state.waiting, ...more]) });
}

const unanswered = (state: State, read: Asked[]) =>
  read.filter(({ id }) => !state.done.includes(id)).map((one) => wholeOf(state, one));

/** How many are pending in all, as the server counts them. */
export function withCount(state: State, total: number): State {
  const isAll = state.cursor === null && state.search === '';
  return { ...state, beyond: isAll ? 0 : Math.max(0, total - openRead(state)) };
}

/** How many are pending in all. */
export const countOf = (state: State) => openRead(state) + state.beyond;

const openRead = (state: State) => state.waiting.filter((one) => isOpen(state, one)).length;

/** A list cuts long messages: what was read whole stays so until it changes. */
function wholeOf({ waiting }: State, listed: Asked): Asked {
  const held = waiting.find(({ id }) => id === listed.id);
  return listed.truncated && held?.seq === listed.seq ? held : listed;
}

const sorted = (messages: Asked[]) =>
  messages.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));

type Named = { id: string; messageId?: string; name?: string; channelId?: string };

/** What happened to a message or a channel. */
export function withEvent(state: State, name: EventName, payload: unknown): State {
  const { id, messageId, name: channelName } = payload as Named;
  switch (name) {
    case 'message:created':
    case 'message:updated':
    case 'review:responded':
      return withMessage(state, payload as Message);
    case 'message:deleted':
      return end(state, id, 'Retracted by the agent');
    case 'review:expired':
      return end(state, messageId ?? id, 'Expired unanswered');
    case 'agent:created':
    case 'agent:updated':
      return { ...state, channelNames: { ...state.channelNames, [id]: channelName ?? id } };
    case 'agent:deleted':
      return state.waiting
        .filter(({ channelId }) => channelId === id)
        .reduce((after, one) => end(after, one.id, 'Its channel was removed'), state);
    default:
      return state;
  }
}

function withMessage(state: State, message: Message): State {
  const { id, review } = message;
  if (!review || state.done.includes(id)) return state;
  if (review.openedAt === null && review.status === 'pending') return state;
  if (review.status !== 'pending') return end(state, id, endingOf(review, state.now));
  const held = state.waiting.find((one) => one.id === id);
  // What was read may be overtaken by news.
  if (held && held.seq > message.seq) return state;
  if (!held && !isWithin(state, message)) return state;
  const others = state.waiting.filter((one) => one.id !== id);
  return settle(state, { ...state, waiting: sorted([...others, { ...message, review }]) });
}

/** Whether it belongs in what was read; what a search finds, only the server knows. */
const isWithin = ({ search, cursor }: State, message: Message) =>
  search === '' && (cursor === null || placeOf(message) <= cursor);

export function endingOf(review: Review, now: number): string {
  if (review.status !== 'completed') return 'Expired unanswered';
  const { respondedBy, respondedAt } = review;
  const when = respondedAt ? `, ${timeSince(respondedAt, now)}` : '';
  return `Answered by ${answererOf(respondedBy)}${when}: ${onOneLine(answerWords(review))}`;
}

/**
 * One has ended. The selected one stays in its place with how it ended, so that a key that is just
 * being pressed does not answer the next one; our own answers make room at once.
 */
function end(state: State, id: string, sentence: string): State {
  const message = state.waiting.find((one) => one.id === id);
  if (!message || id in state.ended) return state;
  if (state.sending.includes(id)) return drop(state, id);
  if (id === state.selectedId) {
    return { ...state, ended: { ...state.ended, [id]: sentence }, draft: noDraft };
  }
  const notice = { text: `${sentence} — ${onOneLine(titleOf(message))}`, tone: 'plain' as const };
  return { ...drop(state, id), notice };
}

const drop = (state: State, id: string) =>
  settle(state, { ...state, waiting: state.waiting.filter((one) => one.id !== id) });

/** An answer is on its way. */
export const sendingAlso = (state: State, id: string): State => ({
  ...state,
  sending: [...state.sending, id],
});

/** Our answer was taken; the next one is looked at. */
export function answered(state: State, message: Message): State {
  const { id, review } = message;
  const words = review ? onOneLine(answerWords(review)) : '';
  const notice = { text: `✔ ${words} — ${onOneLine(titleOf(message))}`, tone: 'good' as const };
  const after = drop(state, id);
  const sending = after.sending.filter((one) => one !== id);
  return { ...after, sending, done: [...after.done, id], notice };
}

/** Our answer was not taken, and why. */
export function refused(state: State, id: string, sentence: string): State {
  const sending = state.sending.filter((one) => one !== id);
  return { ...state, sending, notice: { text: sentence, tone: 'bad' } };
}
