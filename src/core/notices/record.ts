/** How the attempt to send a notice ended, and what follows from that. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { type Outcome, retryDelayMs } from '../outgoing/outcome.ts';
import { attentionOf } from '../reach/attention.ts';
import { disableContact, noteFailing, noteSent } from '../reach/contact-health.ts';
import { findContact } from '../reach/contacts.ts';
import { heldUntil } from '../reach/plan.ts';
import { nextReminder } from '../reach/reminders.ts';
import { toTimestamp } from '../time.ts';
import { planDigests } from './digests.ts';
import { skipWithdrawals } from './ending-table.ts';
import { type Ended, endAttempt, hasMessage, noticeRow, pendingAsk } from './record-table.ts';
import { dropContact, dropNotices } from './sweep.ts';
import { hasExpired, insertNotice, newNotice } from './table.ts';
import { isApple } from './withdrawn.ts';

const RETRIES_MS = [2000, 8000, 30_000, 120_000, 600_000];

/**
 * The outcome of an attempt, with the provider's id of the message, the reason why the contact has
 * ended, and whether nothing was sent because the question had ended.
 */
export type NoticeOutcome = Outcome & {
  handle?: string | null;
  contactEnded?: string | null;
  isPast?: boolean;
};

/** An attempt to send a notice, which has ended. */
export type Attempt = { id: string; outcome: NoticeOutcome };

/** Stores them: sent, to be tried again, or given up. */
export async function recordNotices(inbox: Inbox, attempts: readonly Attempt[]): Promise<void> {
  await change(inbox, async (tx, emit) => {
    const notices: Row<'notices'>[] = [];
    for (const { id, outcome } of attempts) {
      const notice = await noticeRow(tx, id);
      // Otherwise it was deleted with its contact.
      if (!notice) continue;
      await record(inbox, tx, emit, notice, outcome);
      notices.push(notice);
    }
    const messageIds = new Set(notices.flatMap(({ messageId }) => messageId ?? []));
    // Each recounts all notices of its question.
    for (const messageId of messageIds) emit('notices:changed', { messageId });
    const contactIds = new Set(notices.map(({ contactId }) => contactId));
    await dropRemoved(tx, emit, contactIds, messageIds);
  });
}

async function record(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
): Promise<void> {
  const isOver = hasExpired(notice, inbox.now());
  const ended = afterAttempt(inbox, notice, outcome, isOver);
  await endAttempt(tx, { id: notice.id, ...ended });
  if (outcome.isPast) await skipWithdrawals(tx, notice);
  else await noteContact(inbox, tx, emit, notice, outcome);
  if (outcome.result === 'accepted' && !isOver) await remind(inbox, tx, emit, notice);
  if (notice.what === 'digests') await planDigests(inbox, tx, emit, notice.userId);
  // Its withdrawal was waiting for this attempt to end.
  if (isOver) emit('notice:due', { atMs: inbox.now() });
  else if (ended.status === 'waiting') emit('notice:due', { atMs: Date.parse(ended.dueAt) });
}

/** Deletes removed contacts, and notices of removed messages, once nothing is open there. */
async function dropRemoved(
  tx: Tx,
  emit: Emit,
  contactIds: ReadonlySet<string>,
  messageIds: ReadonlySet<string>,
): Promise<void> {
  for (const id of contactIds) {
    if ((await findContact(tx, id))?.removedAt) await dropContact(tx, emit, id);
  }
  for (const id of messageIds) if (!(await hasMessage(tx, id))) await dropNotices(tx, id);
}

function afterAttempt(
  inbox: Inbox,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
  isOver: boolean,
): Ended {
  const { result, error } = outcome;
  const at = toTimestamp(inbox.now());
  const mayHaveArrived = result === 'unknown' ? 1 : notice.mayHaveArrived;
  const { dueAt, sentAt } = notice;
  const ended = { dueAt, sentAt, error, mayHaveArrived, handle: outcome.handle ?? notice.handle };
  if (result === 'accepted') {
    // A gathering notice whose count changed while it was being sent is due again.
    const isStale = notice.what === 'gathers' && !isOver && dueAt > at;
    return { ...ended, status: isStale ? 'waiting' : 'accepted', sentAt: sentAt ?? at };
  }
  if (outcome.isPast)
    return { ...ended, error: null, status: mayHaveArrived ? 'unknown' : 'skipped' };
  const delayMs = retryDelayMs(RETRIES_MS, notice.attempts - 1, outcome);
  const isLast = delayMs === null || notice.what === 'tests' || outcome.contactEnded;
  if (isLast || isOver) {
    return { ...ended, status: mayHaveArrived === 1 ? 'unknown' : 'refused' };
  }
  return { ...ended, status: 'waiting', dueAt: toTimestamp(inbox.now() + delayMs) };
}

async function noteContact(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { contactId: id, userId }: Row<'notices'>,
  { result, contactEnded, isFinal }: NoticeOutcome,
): Promise<void> {
  const at = toTimestamp(inbox.now());
  if (result === 'accepted') return noteSent(tx, id, at);
  if (contactEnded) return disableContact(tx, emit, { id, userId }, { at, reason: contactEnded });
  if (isFinal) await noteFailing(tx, emit, { id, userId }, at);
}

/** The next reminder is planned once what came before it was sent. */
async function remind(inbox: Inbox, tx: Tx, emit: Emit, notice: Row<'notices'>): Promise<void> {
  const { what, userId, messageId } = notice;
  if (messageId === null || (what !== 'asks' && what !== 'reminds')) return;
  if (what === 'reminds' && isApple(notice)) return;
  const asked = await pendingAsk(tx, messageId);
  if (!asked) return;
  const attention = await attentionOf(tx, userId);
  const times = timesOf(asked);
  const next = attention.reminders ? nextReminder(times, inbox.now()) : null;
  if (!next) return;
  const { expiresAtMs } = times;
  const heldMs = heldUntil(attention, asked.urgency, { readyMs: next.atMs, expiresAtMs });
  const dueMs = heldMs ?? next.atMs;
  const dueAt = toTimestamp(dueMs);
  const createdAt = toTimestamp(inbox.now());
  const planned = { id: inbox.newId(), what: 'reminds', round: next.round, dueAt, createdAt };
  await insertNotice(tx, newNotice(notice, planned));
  emit('notice:due', { atMs: dueMs });
}

const timesOf = ({ openedAt, expiresAt }: { openedAt: string; expiresAt: string }) => ({
  openedAtMs: Date.parse(openedAt),
  expiresAtMs: Date.parse(expiresAt),
});
