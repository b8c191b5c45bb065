import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { Via } from '../access/schema.ts';
import { humanById } from '../access/users.ts';
import { change, changeByLogin } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { isRecentTest, mustBeCode } from './codes.ts';
import { toContact } from './contact-rows.ts';
import { confirmContact, findContact, ownContact } from './contacts.ts';
import type { ContactKind } from './names.ts';
import { providerHost } from './provider.ts';
import { noticeRow } from './record-table.ts';
import type { Contact } from './schema.ts';
import { insertTest } from './tests.ts';
import { takeToken } from './tokens.ts';

/** Starts to send a code to each address that has to be verified. */
export function watchUnverified(inbox: Inbox): void {
  inbox.bus.within('contact:unverified', async (tx, { contactId }, emit) => {
    const contact = await findContact(tx, contactId);
    if (contact) await insertTest(inbox, tx, emit, contact);
  });
}

/**
 * Confirms a contact by a press in a test, as the person who has the address there. Returns false for anything but
 * a recent test of theirs.
 */
export const confirmByPress = (
  inbox: Inbox,
  testId: string,
  { kind, address }: { kind: ContactKind; address: string },
): Promise<boolean> =>
  confirmByTest(
    inbox,
    testId,
    null,
    async (_, { contact }) => contact.kind === kind && contact.address === address,
  );

/** Confirms a contact by the token of a test's button, once, from an address. False for one that is not valid. */
export const confirmByToken = (
  inbox: Inbox,
  { token, noticeId, attempt }: { token: string; noticeId: string; attempt: number },
  address: string | null,
): Promise<boolean> =>
  confirmByTest(
    inbox,
    noticeId,
    address,
    // A test that is sent again has another code, and another button.
    async (tx, { notice }) => notice.attempts === attempt && (await takeToken(tx, token)),
  );

type Tested = { notice: Row<'notices'>; contact: Row<'contacts'> };

/** @param isProven within the change: whether the press shows that its user receives what is sent there */
async function confirmByTest(
  inbox: Inbox,
  testId: string,
  address: string | null,
  isProven: (tx: Tx, tested: Tested) => Promise<boolean>,
): Promise<boolean> {
  const { read } = inbox.store;
  const notice = await noticeRow(read, testId);
  const found = notice && (await findContact(read, notice.contactId));
  if (!found || !isRecentTest(inbox, notice)) return false;
  const via = Via.safeParse(found.kind);
  if (!via.success) return false;
  const person = await humanById(inbox, found.userId, {
    via: via.data,
    address: address ?? providerHost(inbox.ways, found),
    credential: found.id,
  });
  if (!person) return false;
  return change(inbox, person, async (tx, emit, person) => {
    const [sent, contact] = [await noticeRow(tx, testId), await findContact(tx, found.id)];
    const isUsable = contact?.removedAt === null && contact.disabledAt === null;
    if (!sent || !isUsable || !(await isProven(tx, { notice: sent, contact }))) return false;
    if (contact.confirmedAt === null) await confirmContact(inbox, tx, emit, person, contact);
    return true;
  });
}

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
