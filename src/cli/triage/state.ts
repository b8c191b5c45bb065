/** What the triage view knows, and how news changes it. Pure: nothing here draws or sends. */
import type { EventName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { ageOf } from '../ages.ts';
import { onOneLine } from '../output.ts';
import { answererOf, answerWords, titleOf } from '../render.ts';

export type Asked = Message & { review: Review };
export type State = {
  /** Soonest to expire first; one that has ended stays while it is looked at. */
  waiting: Asked[];
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
  ...{ waiting: [], ended: {}, selectedId: null, draft: noDraft, sending: [], done: [] },
  ...{ channelNames: {}, filter: '', mode: 'list', scroll: 0, notice: null },
  ...{ hasLooked: false, link: 'connecting', now },
});

export const isOpen = ({ ended, sending }: State, { id }: Asked) =>
  !(id in ended) && !sending.includes(id);

/** What the list shows: all that waits, or what the filter finds. */
export function shownOf({ waiting, filter, channelNames }: State): Asked[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return waiting;
  return waiting.filter((message) => {
    const { channelId, review } = message;
    const said = [titleOf(message), channelNames[channelId] ?? '', review.type].join(' ');
    return words.every((word) => said.toLowerCase().includes(word));
  });
}

export const selectedOf = (state: State): Asked | undefined =>
  shownOf(state).find(({ id }) => id === state.selectedId);

/** Looks at another one; those that have ended and are no longer looked at go. */
export function select(state: State, id: string | null): State {
  if (id === state.selectedId) return state;
  const waiting = state.waiting.filter((one) => one.id === id || !(one.id in state.ended));
  const ended = id !== null && id in state.ended ? { [id]: state.ended[id] ?? '' } : {};
  return { ...state, waiting, ended, selectedId: id, draft: noDraft, scroll: 0 };
}

/** Moves by so many rows of the list. */
export function move(state: State, by: number): State {
  const shown = shownOf(state);
  const at = shown.findIndex(({ id }) => id === state.selectedId);
  const to = Math.max(0, Math.min(shown.length - 1, at + by));
  return select(state, shown[to]?.id ?? null);
}

/** Keeps something selected: what stands where the one that went stood. */
export function settle(before: State, state: State): State {
  if (selectedOf(state)) return state;
  const at = shownOf(before).findIndex(({ id }) => id === before.selectedId);
  const shown = shownOf(state);
  const next = shown[Math.min(Math.max(0, at), shown.length - 1)];
  return select(state, next?.id ?? null);
}

/** All that waits, as the server has it now. */
export function withPending(state: State, read: Asked[]): State {
  const pending = read
    .filter(({ id }) => !state.done.includes(id))
    .map((one) => wholeOf(state, one));
  const kept = state.waiting.filter(
    ({ id }) => id === state.selectedId && !pending.some((one) => one.id === id),
  );
  return settle(state, { ...state, waiting: sorted([...pending, ...kept]) });
}

/** A list cuts long messages: what was read whole stays so until it changes. */
function wholeOf({ waiting }: State, listed: Asked): Asked {
  const held = waiting.find(({ id }) => id === listed.id);
  return listed.truncated && held?.seq === listed.seq ? held : listed;
}

const sorted = (messages: Asked[]) =>
  messages.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
const orderOf = ({ id, review }: Asked) => `${review.expiresAt} ${id}`;

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
  const others = state.waiting.filter((one) => one.id !== id);
  return settle(state, { ...state, waiting: sorted([...others, { ...message, review }]) });
}

export function endingOf(review: Review, now: number): string {
  if (review.status !== 'completed') return 'Expired unanswered';
  const { respondedBy, respondedAt } = review;
  const when = respondedAt ? `, ${ageOf(respondedAt, now)}` : '';
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
