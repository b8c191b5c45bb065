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
import { hasMessage, noticeRow, pendingAsk, updateNotice } from './claim-table.ts';
import { skipWithdrawals } from './ending-table.ts';
import { dropContact, dropNotices } from './sweep.ts';
import { insertNotice, newNotice } from './table.ts';

const RETRIES_MS = [2000, 8000, 30_000, 120_000, 600_000];

/**
 * Besides how an attempt ended: what the provider calls it, why the contact has ended, and whether
 * nothing was sent because the question had ended.
 */
export type NoticeOutcome = Outcome & {
  handle?: string | null;
  contactEnded?: string | null;
  isPast?: boolean;
};

/** Stores it: sent, to be tried again, or given up. */
export async function recordNotice(
  inbox: Inbox,
  id: string,
  outcome: NoticeOutcome,
): Promise<void> {
  await change(inbox, async (tx, emit) => {
    const notice = await noticeRow(tx, id);
    // It was removed with its contact.
    if (!notice) return;
    const isPending =
      notice.messageId === null || (await pendingAsk(tx, notice.messageId)) !== null;
    await updateNotice(tx, id, afterAttempt(inbox, notice, outcome, isPending));
    if (outcome.isPast) await skipWithdrawals(tx, notice);
    else await noteContact(inbox, tx, emit, notice, outcome);
    if (outcome.result === 'accepted') await remind(inbox, tx, notice);
    const { messageId } = notice;
    if (messageId) emit('notices:changed', { messageId });
    await dropIfRemoved(tx, emit, notice);
    emit('notice:due', {});
  });
}

/** What was removed goes with the last of its notices. */
async function dropIfRemoved(tx: Tx, emit: Emit, { contactId, messageId }: Row<'notices'>) {
  const contact = await findContact(tx, contactId);
  if (contact?.removedAt) await dropContact(tx, emit, contactId);
  if (messageId !== null && !(await hasMessage(tx, messageId))) await dropNotices(tx, messageId);
}

function afterAttempt(
  inbox: Inbox,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
  isPending: boolean,
): Partial<Row<'notices'>> {
  const { result, error, handle } = outcome;
  const at = toTimestamp(inbox.now());
  const mayHaveArrived = result === 'unknown' ? 1 : notice.mayHaveArrived;
  const ended = {
    ...{ leasedUntil: null, heldUntil: null, error, mayHaveArrived },
    handle: handle ?? notice.handle,
  };
  if (result === 'accepted') {
    // A gathering notice whose count changed while it was being sent is due again.
    const isStale = notice.what === 'gathers' && notice.dueAt > at;
    const sentAt = notice.sentAt ?? at;
    const status = isStale ? 'waiting' : 'accepted';
    return { ...ended, status, sentAt };
  }
  if (outcome.isPast)
    return { ...ended, error: null, status: mayHaveArrived ? 'unknown' : 'skipped' };
  const delayMs = retryDelayMs(RETRIES_MS, notice.attempts - 1, outcome);
  const isOver = !isPending && notice.what !== 'settles';
  if (delayMs === null || isOver || notice.what === 'tests' || outcome.contactEnded) {
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
async function remind(inbox: Inbox, tx: Tx, notice: Row<'notices'>): Promise<void> {
  const { messageId, what, userId } = notice;
  if (messageId === null || (what !== 'asks' && what !== 'reminds')) return;
  const asked = await pendingAsk(tx, messageId);
  if (!asked) return;
  const attention = await attentionOf(tx, userId);
  const times = timesOf(asked);
  const next = attention.reminders ? nextReminder(times, inbox.now()) : null;
  if (!next) return;
  const { expiresAtMs } = times;
  const heldMs = heldUntil(attention, asked.urgency, { readyMs: next.atMs, expiresAtMs });
  const dueAt = toTimestamp(heldMs ?? next.atMs);
  const createdAt = toTimestamp(inbox.now());
  const told = { id: inbox.newId(), what: 'reminds', round: next.round, dueAt, createdAt };
  await insertNotice(tx, newNotice(notice, told));
}

const timesOf = ({ openedAt, expiresAt }: { openedAt: string; expiresAt: string }) => ({
  openedAtMs: Date.parse(openedAt),
  expiresAtMs: Date.parse(expiresAt),
});
