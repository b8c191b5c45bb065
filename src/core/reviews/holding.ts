/**
 * Held questions: each is asked only while its agent comes back for it. Its row says until when it is held, and
 * how often its lease was taken: the end of an earlier one changes nothing.
 */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { changeByItself } from '../change.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import { isPresent } from '../removed-channels.ts';
import { toTimestamp } from '../time.ts';
import { setNext } from './next-expiry.ts';
import { askerOf } from './table.ts';
import { isAsker, withdrawAll } from './withdrawal.ts';

export const AGENT_GONE = 'its agent has gone';

const HELD_MS = 30_000;
/** After the connection of its holder has closed. */
const LET_GO_MS = 2000;
/** A wait ends in time for the next one to arrive. */
export const LONGEST_HELD_WAIT_MS = 20_000;

/** Returns until when a question is held that its agent has just asked, or come back for. */
export const heldFrom = (nowMs: number): string => toTimestamp(nowMs + HELD_MS);

const take = prepared<Held & { until: string }, { lease: number | null }>((db, parameter) =>
  db
    .updateTable('reviews')
    .set((eb) => ({ lease: eb('lease', '+', 1), heldUntil: parameter('until') }))
    .where('messageId', '=', parameter('messageId'))
    .where('status', '=', 'pending')
    .where('heldUntil', '>', parameter('now'))
    .returning('lease'),
);

type Held = { messageId: string; now: string };

/**
 * Renews the lease of a held question when the agent that asked it comes back. Returns the number of the lease; null
 * for any other agent, or if the question has ended.
 */
export async function takeLease(change: ChangeBy, messageId: string): Promise<number | null> {
  const { inbox, tx, caller } = change;
  if (caller.kind !== 'agent') return null;
  const asked = await askerOf(tx, messageId);
  if (!asked || !(await isAsker(change, caller, asked.askedBy))) return null;
  const now = inbox.now();
  const [taken] = await take(tx, { messageId, now: toTimestamp(now), until: heldFrom(now) });
  return taken?.lease ?? null;
}

const renew = prepared<Held & { lease: number; until: string }, { messageId: string }>(
  (db, parameter) =>
    db
      .updateTable('reviews')
      .set({ heldUntil: parameter('until') })
      .where('messageId', '=', parameter('messageId'))
      .where('status', '=', 'pending')
      .where('lease', '=', parameter('lease'))
      .where('heldUntil', '>', parameter('now'))
      .returning('messageId'),
);

/**
 * Holds a question for longer under a lease, for connections of agents that the server itself keeps open.
 * Returns false if it has ended, or another has taken its lease.
 */
export async function renewLease(
  { inbox, tx }: Change,
  messageId: string,
  lease: number,
): Promise<boolean> {
  const now = inbox.now();
  const held = { messageId, lease, now: toTimestamp(now), until: heldFrom(now) };
  return (await renew(tx, held)).length > 0;
}

/** The connection of a holder has closed: unless another takes the lease, the question is withdrawn. */
export async function letGo(inbox: Inbox, messageId: string, lease: number): Promise<void> {
  const now = inbox.now();
  const until = now + LET_GO_MS;
  const held = { messageId, lease, now: toTimestamp(now), until: toTimestamp(until) };
  const isHeld = await changeByItself(inbox, async ({ tx }) => (await renew(tx, held)).length > 0);
  if (isHeld && until < (inbox.expiry.nextAt ?? Number.POSITIVE_INFINITY)) {
    setNext(inbox.expiry, until);
  }
}

/** Withdraws at most `limit` of the questions whose agent has gone at `at`; returns how many. */
export async function withdrawGone(change: Change, at: string, limit: number): Promise<number> {
  const rows = await pendingHeld(change.tx)
    .select('messageId')
    .where('heldUntil', '<=', at)
    .where('expiresAt', '>', at)
    .orderBy('heldUntil')
    .limit(limit)
    .execute();
  const ids = rows.map(({ messageId }) => messageId);
  await withdrawAll(change, ids, { why: AGENT_GONE });
  return ids.length;
}

/** Returns when the next held question is to be withdrawn, unless its agent comes back. */
export async function soonestGone(db: Tx): Promise<string | null> {
  const row = await pendingHeld(db)
    .select((eb) => eb.fn.min('heldUntil').as('heldUntil'))
    .executeTakeFirst();
  return row?.heldUntil ?? null;
}

/** No agent could reach the inbox: each gets 30 seconds again. */
export const holdAll = ({ inbox, tx }: Change) => {
  const until = heldFrom(inbox.now());
  return tx
    .updateTable('reviews')
    .set({ heldUntil: until })
    .where('status', '=', sql.lit('pending'))
    .where('heldUntil', '<', until)
    .execute();
};

/** The literal lets SQLite use the index of these. */
const pendingHeld = (db: Tx) =>
  db
    .selectFrom('reviews')
    .where('status', '=', sql.lit('pending'))
    .where('heldUntil', 'is not', null)
    .where(isPresent(db, 'reviews.channelId'));
