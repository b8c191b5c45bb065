import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toContact } from '../reach/contact-rows.ts';
import { findContact, ownContact, verifyContact } from '../reach/contacts.ts';
import type { Contact } from '../reach/schema.ts';
import { mustBeCode } from './codes.ts';
import { insertTest } from './tests.ts';

/** Starts to send a code to each address that has to be verified. */
export function watchUnverified(inbox: Inbox): void {
  inbox.bus.within('contact:unverified', async (tx, { contactId }, emit) => {
    const contact = await findContact(tx, contactId);
    if (contact) await insertTest(inbox, tx, emit, contact);
  });
}

/** Verifies one of the caller's contacts by a code that was sent there. */
export async function verifyByCode(
  inbox: Inbox,
  caller: Caller,
  id: string,
  code: string,
): Promise<Contact> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (tx, emit, caller) => {
    const contact = await ownContact(tx, caller, id);
    if (contact.verifiedAt !== null) return toContact(contact);
    await mustBeCode(inbox, tx, contact, code);
    return verifyContact(inbox, tx, emit, contact);
  });
}
