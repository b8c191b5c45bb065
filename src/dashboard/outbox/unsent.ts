/** An answer that was chosen and that the inbox has not confirmed. */
import { serverNow } from '../../client/clock.ts';
import { type Held, undoUntil, whyNotHeld } from '../../client/undo.ts';
import type { Issue } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { titleOf } from '../../core/messages/title.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import type { Asked } from '../reviews/asked.ts';
import { type Parts, partsOf } from './parts.ts';

export type UnsentState =
  /** Can be undone until it is due. */
  | 'held'
  /** For under 1 second, for longer, for more than 5. */
  | 'sending'
  | 'slow'
  | 'unconfirmed'
  /** Sent automatically as soon as the inbox responds. */
  | 'waiting'
  /** Sent only by a press: the session had ended. */
  | 'asking'
  /** Not sent, for a reason; the question is pending again. */
  | 'refused';

/** Answers given by one press. */
export type Group = { id: string; count: number };

export type Unsent = Held & {
  /** The question's seq when it was read. */
  seq: number;
  title: string;
  /** The answer in a few words. */
  chosen: string;
  response: JsonObject;
  state: UnsentState;
  /** Whether a request was sent: the inbox may have it since. */
  isTried: boolean;
  /** Whether it may be delayed and stored in this browser. */
  isKept: boolean;
  reason: string | null;
  issues: Issue[];
  /** The others given by the same press. */
  group?: Group;
  /** Digests of the question's parts, to say which have changed. */
  parts: Parts;
};

const LONGEST_CHOICE = 80;

export function unsentOf(message: Asked, response: JsonObject, undoMs: number): Unsent {
  const { id, channelId, seq, review } = message;
  const [now, atInbox] = [Date.now(), serverNow()];
  return {
    id,
    channelId,
    seq,
    response,
    chosenAt: now,
    isKept: whyNotHeld(review, response) === undefined,
    title: titleOf(message),
    chosen: answerLine({ ...review, response }).slice(0, LONGEST_CHOICE),
    dueAt: now + undoUntil(review, response, atInbox, undoMs) - atInbox,
    state: 'held',
    isTried: false,
    reason: null,
    issues: [],
    parts: partsOf(message),
  };
}

export const isOnItsWay = ({ state }: Unsent) =>
  state === 'sending' || state === 'slow' || state === 'unconfirmed';

/** Returns whether agents cannot have seen it, so that it can be undone. */
export const canBeTakenBack = ({ state, isTried, isKept }: Unsent) =>
  isKept && !isTried && (state === 'held' || state === 'waiting');

/** Returns whether its question is hidden from the list. */
export const isHidden = ({ state, isKept }: Unsent) =>
  isKept && (state === 'held' || state === 'sending' || state === 'slow');
