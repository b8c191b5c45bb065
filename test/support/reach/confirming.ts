/** A user who enters the code that a test of a contact brought. */
import { testCode } from '../../../scripts/demo/decision-link.ts';
import type { Human } from '../../../src/core/access/callers.ts';
import { changeByItself } from '../../../src/core/change.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import { codeOf } from '../../../src/core/notices/codes.ts';
import { testContact } from '../../../src/core/notices/tests.ts';
import { verifyByCode } from '../../../src/core/notices/verifying.ts';
import { toContact } from '../../../src/core/reach/contact-rows.ts';
import { confirmContact, findContact, ownContact } from '../../../src/core/reach/contacts.ts';
import type { Contact, Test } from '../../../src/core/reach/schema.ts';
import type { Client } from '../server/server.ts';

export async function confirm(inbox: Inbox, person: Human, contactId: string) {
  const { id } = await testContact(inbox, person, contactId);
  const contact = await findContact(inbox.store.read, contactId);
  return verifyByCode(inbox, person, contactId, codeOf({ secret: contact?.secret ?? '' }, id));
}

type Served = { data: string; as: { owner: Client } };

/** The same over HTTP, for a contact of the owner. */
export async function confirmOver({ data, as: { owner } }: Served, contactId: string) {
  const { id } = (await owner.post<Test>(`/contacts/${contactId}/test`)).body;
  const code = testCode(data, contactId, id);
  return (await owner.post<Contact>(`/contacts/${contactId}/verify`, { code })).body;
}

/** The same without a test: nothing is sent there. */
export function asConfirmed(inbox: Inbox, person: Human, contactId: string): Promise<Contact> {
  return changeByItself(inbox, async (tx, emit) => {
    const row = await ownContact(tx, person, contactId);
    return row.confirmedAt === null ? confirmContact(inbox, tx, emit, person, row) : toContact(row);
  });
}
