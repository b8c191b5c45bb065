import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { digestOf } from './contact-rows.ts';
import { ownContact } from './contacts.ts';
import { insertNotice, newNotice } from './notices.ts';
import { providerHost } from './provider.ts';
import { noticeRow } from './record-table.ts';
import type { Test } from './schema.ts';
import { addTest, testsOf } from './tests-table.ts';

/** Sends a test to one of the caller's contacts; `getTest` says what became of it. */
export async function testContact(inbox: Inbox, caller: Caller, id: string): Promise<Test> {
  mustBeHuman(caller);
  const testId = await change(inbox, caller, async (tx, emit, caller) => {
    const contact = await ownContact(tx, caller, id);
    if (contact.disabledAt !== null) {
      throw new InboxError('conflict', 'This contact is disabled. Enable it first');
    }
    return insertTest(inbox, tx, emit, contact);
  });
  return getTest(inbox, caller, id, testId);
}

/**
 * Within a change: sends something that is about no question; its id.
 * @throws InboxError `rate_limited`
 */
export async function insertTest(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  contact: Row<'contacts'>,
): Promise<string> {
  await countTest(inbox, tx, contact);
  const { id: contactId, userId, kind, lane } = contact;
  const at = toTimestamp(inbox.now());
  const place = { contactId, userId, kind, lane, messageId: null, channelId: null };
  const planned = { id: inbox.newId(), what: 'tests', round: 0, dueAt: at, createdAt: at };
  await insertNotice(tx, newNotice({ ...place, expiresAt: null }, planned));
  emit('notice:due', { atMs: inbox.now() });
  return planned.id;
}

const HOUR_MS = 60 * 60 * 1000;
const MOST_OF_USER = 10;
const MOST_TO_ADDRESS = 5;

/** Counts a test, so that nobody is sent many: one of a removed contact counts too. */
async function countTest(
  { now }: Inbox,
  tx: Tx,
  { userId, kind, address }: Row<'contacts'>,
): Promise<void> {
  // A browser is asked by itself, and by nobody else.
  if (kind === 'webpush') return;
  const target = digestOf(kind, address);
  const since = toTimestamp(now() - HOUR_MS);
  const ofUser = await testsOf(tx, { userId }, since);
  mustBeFewer(now(), ofUser, MOST_OF_USER, 'You have sent');
  const toAddress = await testsOf(tx, { target }, since);
  mustBeFewer(now(), toAddress, MOST_TO_ADDRESS, 'This address was sent');
  await addTest(tx, { userId, target, at: toTimestamp(now()) }, since);
}

/** @param sent when, the oldest first */
function mustBeFewer(now: number, sent: string[], most: number, says: string): void {
  const oldest = sent.at(-most);
  if (oldest === undefined) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(oldest) + HOUR_MS - now) / 1000));
  const sentence = `${says} ${most} tests within an hour: try again in ${retryAfterSeconds}s`;
  throw new InboxError('rate_limited', sentence, { retryAfterSeconds });
}

/** How far a test has come. */
export async function getTest(
  { store, ways }: Inbox,
  caller: Caller,
  contactId: string,
  id: string,
): Promise<Test> {
  mustBeHuman(caller);
  const notice = await noticeRow(store.read, id);
  const isTheirs = notice?.userId === caller.userId && notice.contactId === contactId;
  if (!notice || !isTheirs || notice.what !== 'tests') throw notFound('Test');
  const { status, createdAt, sentAt, receivedAt, error } = notice;
  const host = providerHost(ways, notice);
  return { id, status: status as Test['status'], host, createdAt, sentAt, receivedAt, error };
}
