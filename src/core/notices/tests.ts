import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { ownContact } from '../reach/contacts.ts';
import { providerHost } from '../reach/provider.ts';
import type { Test } from '../reach/schema.ts';
import { toTimestamp } from '../time.ts';
import { mustNotBeMany } from './codes.ts';
import { noticeRow } from './record-table.ts';
import { insertNotice, newNotice } from './table.ts';

/** Sends a test to one of the caller's contacts; `getTest` says what became of it. */
export async function testContact(inbox: Inbox, caller: Caller, id: string): Promise<Test> {
  mustBeHuman(caller);
  const testId = await change(inbox, caller, async (tx, emit, caller) => {
    const contact = await ownContact(tx, caller, id);
    if (contact.disabledAt !== null) {
      throw new InboxError('conflict', 'This contact is disabled. Enable it first');
    }
    if (contact.confirmedAt === null) await mustNotBeMany(inbox, tx, id);
    return insertTest(inbox, tx, emit, contact);
  });
  return getTest(inbox, caller, id, testId);
}

/** Within a change: sends something that is about no question; its id. */
export async function insertTest(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { id: contactId, userId, kind, lane }: Row<'contacts'>,
): Promise<string> {
  const at = toTimestamp(inbox.now());
  const place = { contactId, userId, kind, lane, messageId: null, channelId: null };
  const planned = { id: inbox.newId(), what: 'tests', round: 0, dueAt: at, createdAt: at };
  await insertNotice(tx, newNotice({ ...place, expiresAt: null }, planned));
  emit('notice:due', { atMs: inbox.now() });
  return planned.id;
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
