/** Within the change that ends questions: nothing more is sent of them, and what was sent is withdrawn. */
import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { announceChanged } from './changed.ts';
import {
  type Asking,
  askingOf,
  expireRows,
  openOwnAt,
  type PendingAsking,
  pendingAskingOf,
  setStatus,
} from './ending-table.ts';
import { knownPeople } from './known-people.ts';
import { insertNotice } from './notices.ts';
import { correctsAt } from './together.ts';
import { canBeWithdrawn, mayBeThere, statusAtEnd, withdrawalOf } from './withdrawn.ts';

/** Ends the notices of questions that were answered, expired or removed; false without contacts. */
export async function settleNotices(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  messageIds: readonly string[],
): Promise<boolean> {
  if (messageIds.length === 0 || !(await knownPeople(inbox)).hasContacts) return false;
  const rows = await askingOf(tx, messageIds);
  await end(inbox, tx, emit, rows);
  return true;
}

/** Ends those to a contact that was removed. */
export async function endNoticesTo(inbox: Inbox, tx: Tx, emit: Emit, contactId: string) {
  await endOwn(inbox, tx, contactId);
  const rows = await pendingAskingOf(tx, { by: 'contactId', id: contactId });
  await endPending(inbox, tx, emit, rows);
}

/** Ends what is sent to a contact itself and is about no question, such as tests. */
async function endOwn(inbox: Inbox, tx: Tx, contactId: string): Promise<void> {
  const open = await openOwnAt(tx, contactId);
  const waiting = open.filter(({ status }) => status === 'waiting');
  await setStatus(tx, waiting, 'skipped');
  await expireRows(tx, open, toTimestamp(inbox.now()));
}

/** Sends nothing more to a contact that was disabled. What was sent stays there. */
export async function skipNoticesTo(inbox: Inbox, tx: Tx, emit: Emit, contactId: string) {
  const rows = await pendingAskingOf(tx, { by: 'contactId', id: contactId });
  const unsent = rows.filter(({ sentAt }) => sentAt === null);
  await skip(inbox, tx, emit, unsent);
  announceChanged(emit, unsent);
}

/** The pending questions asked there reach as many users as there are now contacts that work. */
export const recountAskedAt = async (tx: Tx, emit: Emit, contactId: string) =>
  announceChanged(emit, await pendingAskingOf(tx, { by: 'contactId', id: contactId }));

/** Ends those to a user about channels other than `channels`. */
export async function endNoticesOf(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  userId: string,
  channels: Channels,
): Promise<void> {
  if (channels === 'all') return;
  const rows = await pendingAskingOf(tx, { by: 'userId', id: userId });
  const lost = rows.filter(({ channelId }) => !channels.includes(channelId));
  await endPending(inbox, tx, emit, lost);
}

async function endPending(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly PendingAsking[]) {
  await end(inbox, tx, emit, rows);
  announceChanged(emit, rows);
}

async function end(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly Asking[]): Promise<void> {
  await skip(inbox, tx, emit, rows);
  const reached = rows.filter((row) => canBeWithdrawn(row) && mayBeThere(row));
  for (const [sentWith, own] of Map.groupBy(reached, (row) => row.sentWith)) {
    const dueAt = sentWith === null ? undefined : await correctsAt(inbox, tx, sentWith);
    if (dueAt) emit('notice:due', { atMs: Date.parse(dueAt) });
    for (const row of placesIn(own)) await insertNotice(tx, withdrawalOf(inbox, row, dueAt));
  }
}

async function skip(inbox: Inbox, tx: Tx, emit: Emit, rows: readonly Asking[]): Promise<void> {
  if (rows.length === 0) return;
  const open = rows.filter(({ status }) => status === 'waiting');
  for (const [status, ended] of Map.groupBy(open, statusAtEnd)) await setStatus(tx, ended, status);
  await expireRows(tx, rows, toTimestamp(inbox.now()));
  emit('notice:due', { atMs: inbox.now() });
}

/** Keeps one notice of each question for each contact. */
const placesIn = (rows: readonly Asking[]): Asking[] => [
  ...new Map(rows.map((row) => [`${row.messageId} ${row.contactId}`, row])).values(),
];
