/**
 * Several questions to one contact become one notification that counts them. The claim decides which: everything
 * that the contact has due then or shortly after. Their notices know it by `sentWith`, the id of the first; so do
 * their reminders, which alert under that id again, and their withdrawals, which correct the count.
 */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { lastHandle } from './claim-table.ts';
import { noteLowered } from './contact-health.ts';
import { findContact } from './contacts.ts';
import type { Urgency } from './names.ts';
import { LEASE_MS } from './notices.ts';
import { HIGH_SENT_SINGLY, SENT_SINGLY } from './plan.ts';
import { noticeRow } from './record-table.ts';
import {
  countDue,
  countTogether,
  dueTogetherRow,
  isBeingSent,
  updateTogether,
} from './together-table.ts';
import { drawFor } from './tokens.ts';
import { canBeWithdrawn } from './withdrawn.ts';

/** A notice to send now. */
export type Claimed = {
  id: string;
  notice: Row<'notices'>;
  contact: Row<'contacts'>;
  /** The provider's id of the last message that it got for this question. */
  handle: string | null;
  /** Whether it only adds to a count: it alerts later. */
  isEarly: boolean;
  /** How many questions it counts that are sent as one, and the urgency of the most urgent. */
  count: number;
  urgency: Urgency;
  /** The token of its links, of its receipt or of a test's button. */
  token: string | null;
  /** The code of a test. */
  code: string | null;
};

/** How long others are waited for, and how much earlier than planned they are sent. */
export const GATHERS_MS = 20_000;
const BURST_MS = 60_000;
/** A count that falls is corrected, but not with each answer. */
const CORRECTS_MS = 2000;
/** Lowered questions alert no more often. */
const ALERTS_APART_MS = 10 * 60_000;

/** Within a change: whether as many questions as are sent singly are due in the minute to `dueMs`. */
export async function isBurst(
  tx: Tx,
  contactId: string,
  urgency: Urgency,
  dueMs: number,
): Promise<boolean> {
  if (urgency === 'critical') return false;
  const minute = { from: toTimestamp(dueMs - BURST_MS), to: toTimestamp(dueMs) };
  return urgency === 'high'
    ? (await countDue(tx, contactId, minute, urgency)) >= HIGH_SENT_SINGLY
    : (await countDue(tx, contactId, minute)) >= SENT_SINGLY;
}

/** Within a change: claims each of these that is still due, with all that is sent as one with it. */
export async function claimTogether(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  ids: readonly string[],
): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const id of ids) {
    // Another one may have been claimed with it.
    const first = await dueTogetherRow(tx, id, toTimestamp(inbox.now()));
    const one = first && (await claimWith(inbox, tx, emit, first));
    if (one) claimed.push(one);
  }
  return claimed;
}

async function claimWith(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  first: Row<'notices'>,
): Promise<Claimed | null> {
  const { id, what } = first;
  const contact = await findContact(tx, first.contactId);
  if (!contact) return null;
  const nowMs = inbox.now();
  const at = toTimestamp(nowMs);
  const together = { first, at, until: toTimestamp(nowMs + GATHERS_MS) };
  const isLowered = first.lowered === 1 && what !== 'settles';
  const sentWith = isLowered ? await loweredWith(tx, contact, first, at) : (first.sentWith ?? id);
  const alertsMs = isLowered ? alertsAgain(contact, nowMs) : nowMs;
  const postpone = async (dueMs: number) => {
    await updateTogether(tx, together, { sentWith, dueAt: toTimestamp(dueMs), isAttempt: false });
    emit('notice:due', { atMs: dueMs });
    return null;
  };
  if (await isBeingSent(tx, sentWith)) return postpone(nowMs + CORRECTS_MS);
  const isEarly = alertsMs > nowMs;
  if (isEarly && (what === 'reminds' || !canBeWithdrawn(first))) return postpone(alertsMs);
  await updateTogether(tx, together, {
    status: 'sending',
    leasedUntil: toTimestamp(nowMs + LEASE_MS),
    sentWith,
    ...(isEarly ? { dueAt: toTimestamp(alertsMs) } : {}),
    isAttempt: true,
  });
  if (isEarly) emit('notice:due', { atMs: alertsMs });
  else if (isLowered) await noteLowered(tx, contact.id, { loweredWith: sentWith, loweredAt: at });
  const notice = await noticeRow(tx, id);
  if (!notice) return null;
  const handle = await lastHandle(tx, notice);
  const token = await drawFor(tx, notice, contact);
  return {
    id,
    notice,
    contact,
    handle,
    isEarly,
    token,
    code: null,
    ...(await countTogether(tx, sentWith, at)),
  };
}

/** The notification that counts a contact's lowered questions, as long as one of them is pending. */
async function loweredWith(
  tx: Tx,
  contact: Row<'contacts'>,
  { id, sentWith }: Row<'notices'>,
  at: string,
): Promise<string> {
  const known = contact.loweredWith;
  if (known !== null && (await countTogether(tx, known, at)).count > 0) return known;
  return sentWith ?? id;
}

function alertsAgain({ loweredAt }: Row<'contacts'>, nowMs: number): number {
  const lastMs = loweredAt === null ? null : Date.parse(loweredAt);
  // A clock that was set back delays no alert.
  return lastMs === null || lastMs > nowMs ? nowMs : lastMs + ALERTS_APART_MS;
}

/** When a count is corrected, or withdrawn, of which some question has ended. */
export async function correctsAt(inbox: Inbox, tx: Tx, sentWith: string): Promise<string> {
  const at = toTimestamp(inbox.now());
  const { count } = await countTogether(tx, sentWith, at);
  return count === 0 ? at : toTimestamp(inbox.now() + CORRECTS_MS);
}
