import type { Tx } from '../../storage/store.ts';
import type { Caller, Channels } from '../access/callers.ts';
import { shownName } from '../access/people.ts';
import {
  mustBeHuman,
  mustBeInInbox,
  mustHaveLoggedIn,
  mustSee,
  scopeOf,
  scopeOfAll,
} from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import { InboxError, invalid, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import { getMessage } from '../messages/messages.ts';
import { type Page, pageAt } from '../messages/parts.ts';
import type { Message, PendingMessage } from '../messages/schema.ts';
import { searchWords } from '../messages/search-words.ts';
import { askedByOf } from '../messages/source.ts';
import { findMessage } from '../messages/stored.ts';
import { asListed, isPending } from '../messages/views.ts';
import { LARGEST_PAGE } from '../pages.ts';
import { presentIn } from '../removed-channels.ts';
import { toTimestamp } from '../time.ts';
import { type Asked, findAsked, storeAnswer } from './answered.ts';
import { checkAnswer } from './answers.ts';
import { withdrawnLine } from './ended.ts';
import { settleExpired } from './expiry.ts';
import { AGENT_GONE } from './holding.ts';
import { readBy } from './naming.ts';
import {
  countPending,
  cursorAfter,
  type Narrowed,
  type Position,
  placesOfPage,
} from './pending.ts';
import type { ListPending, NotifiedBy, Review } from './schema.ts';
import { searchPending } from './searching.ts';
import { askedSeqOf } from './table.ts';
import { withUnread } from './unread.ts';

/**
 * Lists a page of the pending reviews in the caller's channels, soonest to expire first, with the
 * total.
 */
export async function listPending(
  inbox: Inbox,
  caller: Caller,
  list: ListPending = { limit: LARGEST_PAGE },
): Promise<Page<PendingMessage> & { total: number }> {
  if (list.unread !== undefined) mustBeHuman(caller);
  await settleExpired(inbox);
  const db = inbox.store.read;
  const scope = await presentIn(db, scopeOfAll(caller, list.channel));
  const words = searchWords(list.search);
  const { places, total } = await placesIn(db, scope, words, {
    ...list,
    askedBy: askedByOf(caller, list),
    userId: caller.kind === 'human' ? caller.userId : undefined,
  });
  const shown = async (messages: Message[]) => {
    // One may have ended since its place was read.
    const pending = await readBy(inbox, caller, messages.filter(isPending));
    return withUnread(inbox, caller, pending.map(asListed));
  };
  const { limit } = list;
  return { ...(await pageAt(db, places, { limit, words, cursorOf: cursorAfter, shown })), total };
}

async function placesIn(
  db: Tx,
  scope: Channels,
  words: string[],
  list: Narrowed,
): Promise<{ places: Position[]; total: number }> {
  if (words.length > 0) return searchPending(db, scope, list, words);
  const places = await placesOfPage(db, scope, list);
  return { places, total: await countPending(db, scope, list) };
}

/** Returns the message with its question; not found for one without. */
export async function getReview(
  inbox: Inbox,
  caller: Caller,
  id: string,
  channel?: string | undefined,
  by?: NotifiedBy,
): Promise<Asked> {
  const message = await getMessage(inbox, caller, id, channel, by);
  const { review } = message;
  if (!review) throw notFound('Review');
  return { ...message, review };
}

/**
 * Answers a review. Of answers that race, and of an answer that races with the expiry, exactly one
 * wins; the others get a conflict that says how it ended.
 * @param seen the message's `seq` as the person was shown it: an answer to an earlier version is
 * refused
 */
export async function answerReview(
  inbox: Inbox,
  caller: Caller,
  id: string,
  response: JsonObject,
  seen?: number | undefined,
): Promise<Message> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const { review } = await openReview(inbox, caller, id);
  if (review.confirm) mustBeInInbox(caller);
  const checked = checkAnswer(review, response);
  if ('issues' in checked) {
    throw invalid(checked.issues.map((one) => ({ ...one, path: ['response', ...one.path] })));
  }
  const answered = await changeByLogin(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const asked = await findAsked(tx, id);
    mustSee(caller, asked.channelId, 'Message');
    if (seen !== undefined && asked.review.status === 'pending') {
      mustBeAsShown(seen, { askedSeq: await askedSeqOf(tx, id), seq: asked.seq });
    }
    const stored = await storeAnswer(change, asked, checked.answer, caller);
    return stored && asListed(stored);
  });
  // One that expired since it was read may have answered itself.
  if (!answered) throw alreadySettled(endedBy(inbox.now(), await getReview(inbox, caller, id)));
  return answered;
}

/** Returns the review as it is stored, which is enough to answer it; refused if it has ended or is not open yet. */
async function openReview(inbox: Inbox, caller: Caller, id: string): Promise<Asked> {
  await settleExpired(inbox);
  const message = await findMessage(inbox.store.read, scopeOf(caller), id);
  const { review } = message ?? {};
  // Refused with the name of the person who has answered.
  if (!message || review?.status !== 'pending') {
    const ended = await getReview(inbox, caller, id);
    throw alreadySettled(ended.review);
  }
  if (review.openedAt === null) throw stillPending('This question is still being written');
  return { ...message, review };
}

// Why an answer is refused.

/**
 * Refuses an answer to another version of the question: `seen` is the `seq` of the message that the
 * person was shown.
 */
function mustBeAsShown(seen: number, asked: { askedSeq: number | null; seq: number }): void {
  if (seen >= (asked.askedSeq ?? 0) && seen <= asked.seq) return;
  const sentence = 'This question has changed since you read it. Read it again';
  throw stillPending(sentence, { seq: asked.seq });
}

const stillPending = (sentence: string, more: { seq?: number } = {}) =>
  new InboxError('conflict', sentence, {
    status: 'pending',
    respondedAt: null,
    respondedBy: null,
    ...more,
  });

/** Its end may not be stored yet. */
function endedBy(now: number, { review }: Asked): Review {
  const { status, expiresAt, hold } = review;
  const at = toTimestamp(now);
  if (status !== 'pending' || !hold || expiresAt === null || expiresAt <= at) return review;
  return { ...review, withdrawn: { why: AGENT_GONE, at }, automatic: true };
}

const EXPIRED = 'This question has expired';

export function alreadySettled({ respondedAt, respondedBy, ...review }: Review): InboxError {
  const { withdrawn } = review;
  if (withdrawn) {
    const details = { status: 'withdrawn', respondedAt, respondedBy, withdrawn };
    return new InboxError(
      'conflict',
      withdrawnLine(review, 'This question was withdrawn'),
      details,
    );
  }
  // An expired review may be stored as pending until the expiry is written.
  const status = review.status === 'completed' ? 'completed' : 'expired';
  if (status === 'expired') {
    return new InboxError('conflict', EXPIRED, { status, respondedAt, respondedBy });
  }
  const { automatic } = review;
  const who = automatic ? 'automatically' : `by ${respondedBy && shownName(respondedBy)}`;
  return new InboxError('conflict', `Already answered ${who} at ${respondedAt}`, {
    status,
    respondedAt,
    respondedBy,
    ...(automatic ? { automatic } : {}),
  });
}
