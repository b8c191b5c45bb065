import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { settleNotices } from '../notify/taking-back.ts';
import { toTimestamp } from '../time.ts';
import { findAsked, storeAnswer } from './answered.ts';
import { heldFrom, holdAll, soonestGone, withdrawGone } from './holding.ts';
import { setNext } from './next-expiry.ts';
import { countReach } from './reach.ts';
import { expirePending, overdueDefaults, soonestExpiry } from './table.ts';

/** Each is read for its webhook, 256 KiB or more. */
const AT_ONCE = 25;
/** After the disk refused a write; reads do not retry before that. */
const AFTER_REFUSAL_MS = 1000;

/** Starts tracking the ends of reviews, including those that passed while the inbox was closed. */
export async function watchExpiry(inbox: Inbox): Promise<void> {
  await lookAhead(inbox);
  const note = ({ review }: Message) => {
    if (review?.status !== 'pending' || review.expiresAt === null) return;
    const end = review.hold ? least(review.expiresAt, heldFrom(inbox.now())) : review.expiresAt;
    const at = Date.parse(end);
    if (at < (inbox.expiry.nextAt ?? Number.POSITIVE_INFINITY)) setNext(inbox.expiry, at);
  };
  inbox.bus.on('message:created', note);
  inbox.bus.on('message:updated', note);
}

const least = (one: string, other: string) => (one < other ? one : other);

/** The schedule looks every few seconds: if it did not, the server was down, or its machine asleep. */
const AWAY_MS = 10_000;

/**
 * Expires overdue reviews, and withdraws those whose agents have gone, as far as the disk allows: what cannot be
 * written is shown as pending and accepts no answer. Everything that shows or filters a review's status calls it
 * first, so that no two surfaces report different outcomes of an answer that raced with the expiry.
 */
export async function settleExpired(inbox: Inbox): Promise<void> {
  const { expiry } = inbox;
  const now = inbox.now();
  const wasAway = expiry.lookedAt !== null && now - expiry.lookedAt > AWAY_MS;
  if (!wasAway && (expiry.nextAt === null || now < expiry.nextAt)) {
    if (expiry.lookedAt !== null) expiry.lookedAt = now;
    return;
  }
  expiry.settling ??= settleAll(inbox, wasAway)
    .catch((error) => {
      if (!(error instanceof InboxError) || error.code !== 'unavailable') throw error;
      setNext(inbox.expiry, inbox.now() + AFTER_REFUSAL_MS);
    })
    .finally(() => {
      expiry.settling = null;
    });
  await expiry.settling;
}

async function settleAll(inbox: Inbox, wasAway: boolean) {
  // Nobody could come back for a held question.
  if (wasAway) await changeByItself(inbox, holdAll);
  if (inbox.expiry.lookedAt !== null) inbox.expiry.lookedAt = inbox.now();
  while ((await expireSome(inbox)) === AT_ONCE);
  await lookAhead(inbox);
}

async function expireSome(inbox: Inbox): Promise<number> {
  return changeByItself(inbox, async (change) => {
    const at = toTimestamp(inbox.now());
    const gone = await withdrawGone(change, at, AT_ONCE);
    const answered = await giveDefaults(change, at);
    const { count, expired } = await expirePending(change, at, AT_ONCE);
    const ids = expired.map(({ messageId }) => messageId);
    if (await settleNotices(change, ids)) await countReach(change, ids);
    for (const { seq, ...review } of expired) {
      change.emit('review:expired', { ...review, was: { pending: true } }, { seq });
    }
    return Math.max(gone, answered, count);
  });
}

/** Answers those that answer themselves; returns how many. */
async function giveDefaults(change: Change, at: string): Promise<number> {
  const { tx } = change;
  const ids = await overdueDefaults(tx, at, AT_ONCE);
  for (const id of ids) {
    const asked = await findAsked(tx, id);
    await storeAnswer(change, asked, asked.review.default ?? {}, null);
  }
  return ids.length;
}

async function lookAhead(inbox: Inbox) {
  const { read } = inbox.store;
  const ends = [await soonestExpiry(read), await soonestGone(read)];
  const [next] = ends.filter((end) => end !== null).sort();
  setNext(inbox.expiry, next === undefined ? null : Date.parse(next));
}
