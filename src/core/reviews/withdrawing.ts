/** A question that is no longer asked: its agent got the answer elsewhere, or has gone. It stays readable. */
import type { Agent, Caller } from '../access/callers.ts';
import { endOfKey } from '../access/keys.ts';
import { mustBeAgent, mustSee } from '../access/permissions.ts';
import { changeBy, changeByItself } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { findMessage, getWritten } from '../messages/stored.ts';
import { asSeenBy } from '../messages/views.ts';
import { inSlices, startSlice } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { timerMs } from '../timers.ts';
import type { Asked } from './answered.ts';
import { settleExpired } from './expiry.ts';
import { alreadySettled, getReview } from './reviews.ts';
import {
  askedAfter,
  askedByKey,
  askerOf,
  deniedInSession,
  endedKeysThatAsk,
  passToKey,
  pendingInSession,
  setRan,
} from './table.ts';
import { isAsker, withdrawAll } from './withdrawal.ts';

/**
 * Withdraws a question that the caller has asked. Repeating it changes nothing; one that has ended otherwise
 * is a conflict that says how.
 */
export async function withdrawReview(
  inbox: Inbox,
  caller: Caller,
  id: string,
  { reason }: { reason?: string | undefined } = {},
): Promise<Message> {
  mustBeAgent(caller);
  await settleExpired(inbox);
  const [withdrawn] = await changeBy(inbox, caller, async (change) => {
    await mustHaveAsked(change, id);
    return withdrawAll(change, [id], { why: reason || null, by: change.caller });
  });
  if (withdrawn) return asSeenBy(caller, withdrawn);
  const ended = await getReview(inbox, caller, id);
  if (ended.review.status !== 'withdrawn') throw alreadySettled(ended.review);
  return ended;
}

type InSession = {
  session: string;
  which: 'all' | 'oldest';
  matches: (asked: Asked) => boolean;
  /** How long to wait for a better reason. */
  afterMs?: number;
  why: string;
};

/**
 * Withdraws what the caller has asked in a session of its agent: every question that matches, or the oldest. They are
 * found before the change, which withdraws those that are pending then.
 */
export async function withdrawInSession(
  inbox: Inbox,
  caller: Agent,
  { session, which, matches, afterMs = 0, why }: InSession,
): Promise<Message[]> {
  if (caller.keyId === null) return [];
  const found: string[] = [];
  const pending = await pendingInSession(inbox.store.read, { askedBy: caller.keyId, session });
  for await (const { id } of matching(inbox, caller, pending, matches)) {
    found.push(id);
    if (which === 'oldest') break;
  }
  if (found.length === 0) return [];
  await Bun.sleep(timerMs(afterMs));
  return changeBy(inbox, caller, (change) =>
    withdrawAll(change, found, { why, by: change.caller }),
  );
}

/** Yields those of the questions that match, in their order; each is read when it is wanted. */
async function* matching(
  { store }: Inbox,
  { channels }: Agent,
  ids: string[],
  matches: InSession['matches'],
): AsyncGenerator<Asked> {
  for (const id of ids) {
    const message = await findMessage(store.read, channels, id);
    const asked = message?.review && { ...message, review: message.review };
    if (asked && matches(asked)) yield asked;
  }
}

const DENIED_MS = 10 * 60_000;

/**
 * Notes that the tool of the newest question that matches has run, if it was denied within the last 10 minutes and not
 * asked again since: it had been allowed in the terminal before the answer came. Once for each question.
 */
export async function noteRan(
  inbox: Inbox,
  caller: Agent,
  { session, matches }: Pick<InSession, 'session' | 'matches'>,
): Promise<void> {
  if (caller.keyId === null) return;
  const { read } = inbox.store;
  const firstMatch = async (ids: string[]): Promise<Asked | null> => {
    for await (const asked of matching(inbox, caller, ids, matches)) return asked;
    return null;
  };
  const own = { askedBy: caller.keyId, session };
  const since = toTimestamp(inbox.now() - DENIED_MS);
  const denied = await firstMatch(await deniedInSession(read, { ...own, since }));
  if (!denied || denied.review.ranAt) return;
  const { id, channelId } = denied;
  if (await firstMatch(await askedAfter(read, { ...own, after: id }))) return;
  await changeBy(inbox, caller, async (change) => {
    const seq = await setRan(change, id, toTimestamp(inbox.now()));
    if (seq === null) return;
    const { caller } = change;
    change.emit('message:updated', await getWritten(change.tx, id), { seq, by: caller });
    change.emit('audited', {
      by: caller,
      action: 'review.ran',
      subject: { kind: 'message', id, name: null },
      detail: { channelId },
    });
  });
}

async function mustHaveAsked(change: ChangeBy<Agent>, id: string): Promise<void> {
  const { tx, caller } = change;
  const asked = await askerOf(tx, id);
  if (!asked) throw notFound('Review');
  mustSee(caller, asked.channelId, 'Review');
  if (!(await isAsker(change, caller, asked.askedBy))) {
    throw new InboxError('forbidden', 'Only the key that asked this question may withdraw it');
  }
}

// A key that has ended asks nothing more. After a rotation, the next key asks what it did.

const KEY_ENDED = 'its key was ended';
const AT_ONCE = 25;

/** Starts to withdraw what keys ask that are revoked, or expire. */
export function watchEndedKeys(inbox: Inbox): void {
  // The change that ends the key withdraws what it has time for; the rest follows.
  inbox.bus.within('access:changed', async (change, whose) => {
    if ('keyId' in whose) await withdrawSome(change, whose.keyId);
  });
  inbox.bus.on('access:changed', (whose) => {
    if (!('keyId' in whose)) return;
    withdrawOf(inbox, whose.keyId).catch((err) =>
      inbox.log.error({ err }, 'could not withdraw what an ended key has asked'),
    );
  });
}

/** Withdraws everything that ended keys still ask, including those that expired while the inbox was closed. */
export async function withdrawOfEndedKeys(inbox: Inbox): Promise<void> {
  const ended = await endedKeysThatAsk(inbox.store.read, toTimestamp(inbox.now()));
  for (const keyId of ended) await withdrawOf(inbox, keyId);
}

async function withdrawOf(inbox: Inbox, keyId: string): Promise<void> {
  if (!(await endOfKey(inbox.store.read, keyId, inbox.now())).hasEnded) return;
  await inSlices(() => changeByItself(inbox, (change) => withdrawSome(change, keyId)));
}

/** Withdraws what there is time for of what an ended key asks; returns whether more is left. */
async function withdrawSome(change: Change, keyId: string): Promise<boolean> {
  const { inbox, tx } = change;
  const { hasEnded, replacedBy } = await endOfKey(tx, keyId, inbox.now());
  if (!hasEnded) return false;
  if (replacedBy !== null) {
    await passToKey(change, keyId, replacedBy);
    return withdrawSome(change, replacedBy);
  }
  const hasTime = startSlice();
  while (hasTime()) {
    const ids = await askedByKey(tx, keyId, AT_ONCE);
    await withdrawAll(change, ids, { why: KEY_ENDED });
    if (ids.length < AT_ONCE) return false;
  }
  return true;
}
