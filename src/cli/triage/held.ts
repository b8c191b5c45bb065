/** The states of an answer after the press: delayed, undone, sent, stored, refused. Pure. */
import { type Judged, settlingMs } from '../../client/press.ts';
import { chosenSince, dueBy, undoneBy, undoUntil, withHeld } from '../../client/undo.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { asStored } from '../../core/reviews/answers.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { type Logged, loggedOf } from '../logged.ts';
import { onOneLine } from '../output.ts';
import { titleLine } from '../title-line.ts';
import { sorted } from './apply-event.ts';
import { type Asked, drop, type Given, type State, select, settle } from './state.ts';

type Press = { key: string; at: number };

/** Delays an answer, and selects the next question. */
export function hold(state: State, message: Asked, response: JsonObject, press: Press): State {
  const least = settlingMs(state.strokes, press.key);
  const dueAt = undoUntil(message.review, response, press.at, Math.max(least, state.undoMs));
  const draft = { ...state.draft, armed: null };
  const { id, channelId } = message;
  const { key, at: chosenAt } = press;
  const given: Given = { id, channelId, message, response, key, chosenAt, dueAt, draft };
  const { [id]: _, ...unsent } = state.unsent;
  const free = { ...state, unsent, draft, held: withHeld(state.held, given) };
  return { ...drop(free, id), notice: null };
}

export const isUndoable = ({ undoMs, now }: State, { dueAt }: Given) => undoMs > 0 && dueAt > now;

/** Returns what can be undone next. */
export const undoable = (state: State): Given | undefined =>
  undoneBy(state.held.filter((one) => isUndoable(state, one))).at(-1);

/** Opens the question of the newest answer again, with its draft. */
export function undo(state: State): State {
  const newest = undoable(state);
  if (!newest) return { ...state, notice: { text: 'Nothing to undo', tone: 'plain' } };
  const text = `Undone: ${onOneLine(titleLine(newest.message))}`;
  return { ...open(state, newest, true), notice: { text, tone: 'plain' } };
}

/** Undoes what a held key or typed words had chosen. */
export function takeBackUnmeant(state: State, key: string, { is, unintendedSince }: Judged): State {
  const isByIt = (one: { key: string }) => is === 'typing' || one.key === key;
  const { before } = state.draft;
  const isUnmeant = before !== null && before.at >= unintendedSince && isByIt(before);
  const picked = isUnmeant ? before.picked : state.draft.picked;
  const draft = { ...state.draft, picked, before: null };
  const unmeant = chosenSince(state.held.filter(isByIt), unintendedSince);
  if (unmeant.length === 0) {
    return picked === state.draft.picked ? state : { ...state, draft };
  }
  return unmeant.reduce((after, one) => open(after, one, true), state);
}

/** Returns the answers to send, and the state in which they are being sent. */
export function due(state: State, until: number): { state: State; given: Given[] } {
  const given = dueBy(state.held, until);
  if (given.length === 0) return { state, given };
  const held = state.held.filter((one) => !given.includes(one));
  return { state: { ...state, held, sending: [...state.sending, ...given] }, given };
}

/** Returns the unsent answers, to retry. */
export function sendAgain(state: State): { state: State; given: Given[] } {
  const given = Object.values(state.unsent);
  const ids = given.map(({ message }) => message.id);
  const after = ids.reduce(drop, { ...state, unsent: {} });
  return { state: { ...after, sending: [...state.sending, ...given] }, given };
}

/** Our answer was stored. */
export function answered(state: State, message: Message): State {
  const { id, review } = message;
  const chosenAt = givenOf(state, id)?.chosenAt ?? Number.POSITIVE_INFINITY;
  const logged = review ? [{ ...loggedOf(id, titleLine(message), review), chosenAt }] : [];
  const done = [...state.done, id];
  const dropped = drop(state, id);
  const { [id]: _, ...drafts } = dropped.drafts;
  // In the order of the presses, whichever the inbox confirms first.
  const log = [...state.log, ...logged].sort((one, other) => one.chosenAt - other.chosenAt);
  const after = { ...dropped, ...withoutAnswer(state, id), drafts, done, log };
  const [answer] = logged;
  return answer && state.held.length === 0 ? { ...after, notice: verdictLine(answer) } : after;
}

/** Our answer was refused, with the reason. */
export function refused(state: State, id: string, sentence: string): State {
  const given = givenOf(state, id);
  const after = given ? open(state, given, false) : state;
  return { ...after, notice: { text: sentence, tone: 'bad' } };
}

/** It did not arrive; it stays with its question until the inbox answers again. */
export function notSent(state: State, id: string, sentence: string): State {
  const given = givenOf(state, id);
  if (!given) return state;
  const after = { ...open(state, given, false), unsent: { ...state.unsent, [id]: given } };
  const text = `Not sent yet: ${wordsOf(given)} — ${onOneLine(titleLine(given.message))} (${sentence})`;
  return { ...after, notice: { text, tone: 'bad' } };
}

export const wordsOf = ({ message, response }: Pick<Given, 'message' | 'response'>) =>
  onOneLine(answerLine(asStored(message.review, response)));

const givenOf = ({ held, sending, unsent }: State, id: string) =>
  [...held, ...sending, ...Object.values(unsent)].find(({ message }) => message.id === id);

function withoutAnswer({ held, sending, unsent }: State, id: string) {
  const isOther = ({ message }: Given) => message.id !== id;
  const { [id]: _, ...rest } = unsent;
  return { held: held.filter(isOther), sending: sending.filter(isOther), unsent: rest };
}

/** Reopens the question of an answer that does not count. */
function open(state: State, { message, draft }: Given, isLookedAt: boolean): State {
  const others = state.waiting.filter(({ id }) => id !== message.id);
  const drafts = { ...state.drafts, [message.id]: draft };
  const waiting = sorted([...others, message]);
  const after = settle(state, { ...state, ...withoutAnswer(state, message.id), drafts, waiting });
  return isLookedAt ? select(after, message.id) : after;
}

// Formats the result of a question on one line: sign, word and colour. Pure.

type Notice = NonNullable<State['notice']>;
type Answer = Pick<Logged, 'sign' | 'verdict' | 'words' | 'title'>;

export function verdictLine(answer: Answer): Notice {
  const text = `${answer.sign} ${said(answer)} — ${answer.title}`;
  return { text, tone: toneOf(answer) };
}

/** `Approved`, or `Approved: Roll out` if the option has a name of its own. */
function said({ verdict, words }: Answer): string {
  if (verdict === 'answered' || verdict === words) return words;
  const word = verdict.charAt(0).toUpperCase() + verdict.slice(1);
  return verdict.startsWith(words.toLowerCase()) ? word : `${word}: ${words}`;
}

function toneOf({ sign }: Pick<Logged, 'sign'>): Notice['tone'] {
  if (sign === '✗') return 'bad';
  return sign === '✓' ? 'good' : 'plain';
}
