/** How the attempt to send a notice ended, and what follows from that. */
import type { Row } from '../../storage/tables.ts';
import { planDigests } from '../../ways/email/digest.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { type Outcome, retryDelayMs } from '../outgoing/outcome.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { disableContact, noteFailing, noteSent, undoLowered } from './contact-record.ts';
import {
  alertsLater,
  announceChanged,
  type Ended,
  endAttempt,
  hasExpired,
  noticeRow,
} from './notices.ts';
import { planReminder } from './remind.ts';
import { dropRemoved } from './sweep.ts';
import { skipTakingBack } from './taking-back.ts';
import { beingSentWith } from './together.ts';

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
export type Attempt = {
  id: string;
  outcome: NoticeOutcome;
  /** The notice as it was sent, once some of those sent with it are stored. */
  notice?: Row<'notices'>;
};

/** The most notices of one attempt that one change stores: others are served in between. */
const MOST_TOGETHER = 50;

/** Stores them: sent, to be tried again, or given up. */
export async function recordNotices(inbox: Inbox, attempts: readonly Attempt[]): Promise<void> {
  let left = attempts;
  await inSlices(async () => {
    left = await changeByItself(inbox, (change) => recordSome(change, left));
    return left.length > 0;
  });
}

/** Returns the attempts that have sent more. */
async function recordSome(change: Change, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const { tx } = change;
  const notices: Row<'notices'>[] = [];
  const left: Attempt[] = [];
  for (const attempt of attempts) {
    const { outcome } = attempt;
    const notice = attempt.notice ?? (await noticeRow(tx, attempt.id));
    // Otherwise it was deleted with its contact.
    if (!notice) continue;
    const rows =
      notice.sentWith === null ? [notice] : await beingSentWith(tx, notice, MOST_TOGETHER);
    for (const row of rows) await record(change, row, outcome);
    if (!attempt.notice) await noteAttempt(change, notice, outcome);
    if (rows.length === MOST_TOGETHER) left.push({ ...attempt, notice });
    notices.push(...rows);
  }
  announceChanged(change, notices);
  await dropRemoved(change, notices);
  return left;
}

/** Once, however many it has sent. */
async function noteAttempt(
  change: Change,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
): Promise<void> {
  const { contactId, lowered, sentWith } = notice;
  if (!outcome.isPast) await noteContact(change, notice, outcome);
  const hasAlerted = outcome.result === 'accepted' || alertsLater(notice);
  if (lowered === 1 && !hasAlerted) await undoLowered(change, contactId, sentWith);
}

async function record(
  change: Change,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
): Promise<void> {
  const { inbox, tx, emit } = change;
  const isOver = hasExpired(notice, inbox.now());
  const ended = afterAttempt(inbox, notice, outcome, isOver);
  await endAttempt(tx, { id: notice.id, ...ended });
  if (outcome.isPast) await skipTakingBack(change, notice);
  if (ended.status === 'accepted' && !isOver) await planReminder(change, notice);
  if (notice.what === 'digests') await planDigests(change, notice.userId);
  // Taking it back, or a correction of the count, was waiting for this attempt to end.
  if (isOver || notice.sentWith !== null) emit('notice:due', { atMs: inbox.now() });
  if (!isOver && ended.status === 'waiting') emit('notice:due', { atMs: Date.parse(ended.dueAt) });
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
    const isToAlert = alertsLater(notice) && !isOver;
    return { ...ended, status: isToAlert ? 'waiting' : 'accepted', sentAt: sentAt ?? at };
  }
  if (outcome.isPast)
    return { ...ended, error: null, status: mayHaveArrived ? 'unknown' : 'skipped' };
  if (alertsLater(notice) && !isOver) return { ...ended, status: 'waiting' };
  const delayMs = retryDelayMs(RETRIES_MS, notice.attempts - 1, outcome);
  const isLast = delayMs === null || notice.what === 'tests' || outcome.contactEnded;
  if (isLast || isOver) {
    return { ...ended, status: mayHaveArrived === 1 ? 'unknown' : 'refused' };
  }
  return { ...ended, status: 'waiting', dueAt: toTimestamp(inbox.now() + delayMs) };
}

async function noteContact(
  change: Change,
  { contactId: id, userId }: Row<'notices'>,
  { result, contactEnded, isFinal }: NoticeOutcome,
): Promise<void> {
  const at = toTimestamp(change.inbox.now());
  if (result === 'accepted') return noteSent(change, { id, userId }, at);
  if (contactEnded) return disableContact(change, { id, userId }, { at, reason: contactEnded });
  if (isFinal) await noteFailing(change, { id, userId }, at);
}
