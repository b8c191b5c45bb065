import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { Via } from '../access/schema.ts';
import { humanById } from '../access/users.ts';
import { changeByItself, changeByLogin } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toContact } from '../reach/contact-rows.ts';
import { confirmContact, findContact, ownContact } from '../reach/contacts.ts';
import type { ContactKind } from '../reach/names.ts';
import type { Contact } from '../reach/schema.ts';
import { isRecentTest, mustBeCode } from './codes.ts';
import { noticeRow } from './record-table.ts';
import { insertTest } from './tests.ts';

/** Starts to send a code to each address that has to be verified. */
export function watchUnverified(inbox: Inbox): void {
  inbox.bus.within('contact:unverified', async (tx, { contactId }, emit) => {
    const contact = await findContact(tx, contactId);
    if (contact) await insertTest(inbox, tx, emit, contact);
  });
}

/**
 * Confirms a contact by a press in a test, as the person who has the address there.
 * @throws InboxError `unauthenticated` for anything but a recent test of theirs
 */
export async function confirmByPress(
  inbox: Inbox,
  testId: string,
  { kind, address }: { kind: ContactKind; address: string },
): Promise<void> {
  const notice = await noticeRow(inbox.store.read, testId);
  const via = Via.parse(kind);
  const origin = { via, address: null, credential: notice?.contactId ?? '' };
  const person = notice && (await humanById(inbox, notice.userId, origin));
  await changeByItself(inbox, async (tx, emit) => {
    const contact = notice && (await findContact(tx, notice.contactId));
    const isTheirs = contact?.kind === kind && contact.address === address;
    const isUsable = contact?.removedAt === null && contact.disabledAt === null;
    if (!person || !isTheirs || !isUsable || !isRecentTest(inbox, notice)) throw notTheirs();
    if (contact.confirmedAt === null) await confirmContact(inbox, tx, emit, person, contact);
  });
}

const notTheirs = () =>
  new InboxError('unauthenticated', 'This test is no longer valid. Send another one');

/** Confirms one of the caller's contacts by a code that was sent there. */
export async function verifyByCode(
  inbox: Inbox,
  caller: Caller,
  id: string,
  code: string,
): Promise<Contact> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const before = await ownContact(inbox.store.read, caller, id);
  if (before.confirmedAt === null) await mustBeCode(inbox, id, code);
  return changeByLogin(inbox, caller, async (tx, emit, caller) => {
    const contact = await ownContact(tx, caller, id);
    if (contact.confirmedAt !== null) return toContact(contact);
    return confirmContact(inbox, tx, emit, caller, contact);
  });
}
