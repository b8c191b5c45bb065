/** How events and lists change the state of the triage view. Pure. */

import { pendingOf, placeOfPending } from '../../client/replica/lists.ts';
import { changed } from '../../client/replica/window.ts';
import type { EventPayload, InboxEvent, LiveName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { answererOf } from '../layout/answerer.ts';
import { onOneLine } from '../output.ts';
import { titleLine } from '../title-line.ts';
import { withChannel } from './channels.ts';
import { type Asked, drop, isGiven, isOpen, type State, select, settle } from './state.ts';
import { writtenTo } from './written.ts';

export type Listed = {
  pending: Asked[];
  nextCursor?: string | null;
  search?: string;
  /** How many the search has found. */
  found?: number;
};

/** Applies the server's current list. */
export function withPending(state: State, listed: Listed): State {
  const { search = '', nextCursor: cursor = null, found = listed.pending.length } = listed;
  const pending = sorted(unanswered(state, listed.pending));
  const kept = state.waiting.filter(
    ({ id }) =>
      search === state.search && id === state.selectedId && !pending.some((one) => one.id === id),
  );
  const isAll = search === '' && state.filter.trim() === '';
  const back = isAll ? null : state.back;
  const read = { cursor, search, found, back, waiting: sorted([...pending, ...kept]) };
  const settled = settle(state, { ...state, ...read, foundIds: foundBy(state, search, pending) });
  if (search === state.search) return settled;
  const first = search === '' ? backIn(settled, state.back) : pending[0]?.id;
  return first === undefined ? settled : select(settled, first);
}

/**
 * A search starts at its first match; when it ends, the previous selection or its neighbour is
 * selected.
 */
function backIn({ waiting }: State, back: State['back']): string | undefined {
  if (!back) return undefined;
  const same = waiting.find(({ id }) => id === back.id);
  return (same ?? waiting[Math.max(0, Math.min(back.at, waiting.length - 1))])?.id;
}

function foundBy(state: State, search: string, pending: Asked[]): string[] {
  if (search === '') return [];
  const before = search === state.search ? state.foundIds : [];
  return [...new Set([...before, ...pending.map(({ id }) => id)])];
}

/** Appends the next page of the list. */
export function withMore(state: State, { pending, nextCursor: cursor = null }: Listed): State {
  const more = unanswered(state, pending).filter(
    ({ id }) => !state.waiting.some((one) => one.id === id),
  );
  const beyond = Math.max(0, state.beyond - more.length);
  const foundIds = foundBy(state, state.search, more);
  const waiting = sorted([...state.waiting, ...more]);
  return settle(state, { ...state, cursor, beyond, foundIds, waiting });
}

const unanswered = (state: State, read: Asked[]) =>
  read.filter(({ id }) => !isGiven(state, id)).map((one) => wholeOf(state, one));

/** Sets the server's total of pending questions. */
export function withCount(state: State, total: number): State {
  const isAll = state.cursor === null && state.search === '';
  const given = state.held.length + state.sending.length;
  return { ...state, beyond: isAll ? 0 : Math.max(0, total - openRead(state) - given) };
}

/** Returns the total of pending questions. */
export const countOf = (state: State) => openRead(state) + state.beyond;

const openRead = (state: State) => state.waiting.filter((one) => isOpen(state, one)).length;

/** A list truncates long messages: one that was loaded in full stays so until it changes. */
function wholeOf({ waiting }: State, listed: Asked): Asked {
  const held = waiting.find(({ id }) => id === listed.id);
  return listed.truncated && held?.seq === listed.seq ? held : listed;
}

export const sorted = (messages: Asked[]) =>
  messages.toSorted((one, other) => (placeOfPending(one) < placeOfPending(other) ? -1 : 1));

/** Events of messages and channels. */
export function withEvent(state: State, { name, payload }: InboxEvent<LiveName>): State {
  switch (name) {
    case 'message:created':
    case 'message:updated':
    case 'review:responded':
      return withMessage(state, payload);
    case 'message:deleted':
      return withRetracted(state, payload.id);
    case 'review:expired':
      return end(state, payload.messageId, 'Expired unanswered');
    case 'review:reach':
      return withReach(state, payload);
    case 'agent:created':
    case 'agent:updated':
      return withChannel(state, payload.id, payload);
    case 'agent:status':
      return withChannel(state, payload.agentId, { status: payload.status });
    case 'agent:deleted':
      return state.waiting
        .filter(({ channelId }) => channelId === payload.id)
        .reduce((after, one) => end(after, one.id, 'Its channel was removed'), state);
    default:
      return state;
  }
}

export const withRetracted = (state: State, id: string): State =>
  end(state, id, 'Retracted by the agent');

export function withMessage(state: State, message: Message): State {
  const { id, review } = message;
  if (!review || state.done.includes(id)) return state;
  if (review.openedAt === null && review.status === 'pending') return state;
  if (review.status !== 'pending') return end(state, id, endingOf(review, state.now));
  if (isGiven(state, id)) return state;
  return settle(state, { ...state, waiting: waitingWith(state, message) });
}

/** Keeps the `seq`, because the question itself has not changed. */
function withReach(state: State, { messageId, reach }: EventPayload<'review:reach'>): State {
  const waiting = state.waiting.map((one) =>
    one.id === messageId ? { ...one, review: { ...one.review, reach } } : one,
  );
  return { ...state, waiting };
}

function waitingWith({ waiting, cursor, channelId, search }: State, put: Message): Asked[] {
  const list = pendingOf({
    ...(channelId === null ? {} : { channel: channelId }),
    ...(search === '' ? {} : { search }),
  });
  const read = { messages: waiting, from: null, to: cursor };
  return changed([read], { put }, list)[0]?.messages ?? waiting;
}

export function endingOf(review: Review, now: number): string {
  if (review.status !== 'completed') return 'Expired unanswered';
  const { respondedAt } = review;
  const when = respondedAt ? `, ${timeSince(respondedAt, now)}` : '';
  return `Answered by ${answererOf(review)}${when}: ${onOneLine(answerLine(review))}`;
}

/**
 * Ends a question. A selected one stays in place with how it ended, so that a key that is just
 * being pressed does not answer the next one; our own answers are removed immediately.
 */
function end(before: State, id: string, sentence: string): State {
  const state = withoutHeld(before, id);
  const message = [...state.waiting, ...before.held.map((one) => one.message)].find(
    (one) => one.id === id,
  );
  if (!message || id in state.ended) return state;
  if (id === state.selectedId) {
    const draft = { ...state.draft, armed: null };
    const kept = writtenTo(draft) ? '; your text is kept (e)' : '';
    return { ...state, ended: { ...state.ended, [id]: sentence + kept }, draft };
  }
  const written = writtenTo(state.drafts[id]);
  const { [id]: _, ...drafts } = state.drafts;
  const title = onOneLine(titleLine(message));
  const kept = written ? [...state.kept, { title, written }] : state.kept;
  const also = written ? '; your text is kept (A)' : '';
  const notice = { text: `${sentence} — ${title}${also}`, tone: 'plain' as const };
  return { ...drop({ ...state, drafts, kept }, id), notice };
}

/** A delayed answer is too late; for one being sent, the server says so. */
function withoutHeld(state: State, id: string): State {
  const { [id]: _, ...unsent } = state.unsent;
  return { ...state, unsent, held: state.held.filter(({ message }) => message.id !== id) };
}
