/** How events and lists change the state of the triage view. Pure. */

import { type End, endOf } from '../../client/replica/ends.ts';
import { type List, pendingOf, placeOfPending } from '../../client/replica/lists.ts';
import { channelsAfter, pagesAfter } from '../../client/replica/parts.ts';
import { tooLate } from '../../client/undo.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { SameSession } from '../../core/messages/source.ts';
import { withdrawnLine } from '../../core/reviews/ended.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { timeSince } from '../../core/spans.ts';
import { answererOf } from '../layout/answerer.ts';
import { onOneLine } from '../output.ts';
import { titleLine } from '../title-line.ts';
import {
  type Asked,
  drop,
  type Given,
  isGiven,
  isOpen,
  isPart,
  type State,
  select,
  settle,
  writtenTo,
} from './state.ts';

export type Listed = {
  pending: Asked[];
  nextCursor?: string | null;
  search?: string;
  session?: SameSession | null;
  /** How many there are of both. */
  found?: number;
};

/** Applies the server's current list. */
export function withPending(state: State, listed: Listed): State {
  const { search = '', session = null, nextCursor: cursor = null } = listed;
  const { found = listed.pending.length } = listed;
  const pending = sorted(unanswered(state, listed.pending));
  const keepsSelected = search === state.search && (session === state.session || session === null);
  const kept = state.waiting.filter(
    ({ id }) => keepsSelected && id === state.selectedId && !pending.some((one) => one.id === id),
  );
  const isAll = search === '' && state.filter.trim() === '';
  const back = isAll ? null : state.back;
  const read = { cursor, search, session, found, back, waiting: sorted([...pending, ...kept]) };
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
  const isAll = state.cursor === null && !isPart(state);
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

/** Applies an event. A question that ends leaves the list, or stays with how it ended. */
export function withEvent(before: State, event: LiveEvent): State {
  const state = { ...before, channels: channelsOf(before, event) };
  const over = endOf(event);
  if (over) return withEnd(state, over);
  // Their questions ended before: one that is still selected stays.
  if (event.name === 'messages:pruned') return state;
  const { waiting, cursor } = state;
  const [read] = pagesAfter([{ messages: waiting, from: null, to: cursor }], event, listOf(state));
  return settle(state, { ...state, waiting: read?.messages ?? waiting });
}

/** A removed channel is still named beside its question. */
const channelsOf = ({ channels }: State, event: LiveEvent) =>
  event.name === 'agent:deleted' ? channels : channelsAfter(channels, event);

/** The pending questions of the view, without those that were answered here. */
function listOf(state: State): List {
  const { channelId, search, session } = state;
  const list = pendingOf({
    ...(channelId === null ? {} : { channel: channelId }),
    ...(search === '' ? {} : { search }),
    ...session,
  });
  return { ...list, fits: (message) => list.fits(message) && !isGiven(state, message.id) };
}

/** Applies one question as it was read. */
export const withMessage = (state: State, message: Message): State =>
  withEvent(state, { name: 'message:updated', payload: message, seq: null });

/** A question that was read does not exist. */
export const withRetracted = (state: State, id: string): State =>
  withEnd(state, { isOf: (asked) => asked.id === id, how: 'retracted' });

function withEnd(before: State, over: End): State {
  const late = tooLate([...before.held, ...Object.values(before.unsent)], over);
  const isInTime = (one: Given) => !late.includes(one);
  const unsent = Object.entries(before.unsent).filter(([, one]) => isInTime(one));
  const state = {
    ...before,
    held: before.held.filter(isInTime),
    unsent: Object.fromEntries(unsent),
  };
  return [...before.waiting, ...before.held.map(({ message }) => message)]
    .filter(over.isOf)
    .reduce((after, message) => end(after, message, sentenceOf(over, state.now)), state);
}

function sentenceOf(over: End, now: number): string {
  switch (over.how) {
    case 'answered': {
      const { review } = over.message;
      const when = review.respondedAt ? `, ${timeSince(review.respondedAt, now)}` : '';
      return `Answered by ${answererOf(review)}${when}: ${onOneLine(answerLine(review))}`;
    }
    case 'expired':
      return 'Expired unanswered';
    case 'withdrawn':
      return onOneLine(withdrawnLine(over.review));
    case 'retracted':
      return 'Retracted by the agent';
    case 'channel removed':
      return 'Its channel was removed';
  }
}

/**
 * Ends a question. A selected one stays in place with how it ended, so that a key that is just
 * being pressed does not answer the next one; our own answers are removed immediately.
 */
function end(state: State, message: Asked, sentence: string): State {
  const { id } = message;
  if (id in state.ended) return state;
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
