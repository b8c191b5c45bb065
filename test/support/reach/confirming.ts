/** A user who enters the code that a test of a contact brought. */
import { testCode } from '../../../scripts/demo/decision-link.ts';
import type { Human } from '../../../src/core/access/callers.ts';
import { changeByItself } from '../../../src/core/change.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import { confirmContact, ownContact, toContact } from '../../../src/core/notify/contacts.ts';
import { insertNotice, noticeRow } from '../../../src/core/notify/notices.ts';
import type { Contact, Test } from '../../../src/core/notify/schema.ts';
import { drawCode, keepCode, testContact, verifyByCode } from '../../../src/core/notify/verify.ts';
import type { Client } from '../server/server.ts';

export async function confirm(inbox: Inbox, person: Human, contactId: string) {
  const { id } = await testContact(inbox, person, contactId);
  const drawn = await drawCode();
  const code = await changeByItself(inbox, async (change) => {
    const { tx } = change;
    const sent = await noticeRow(tx, id);
    if (!sent) throw new Error('The test is missing');
    // The test itself may yet be sent, with a code of its own.
    const again = { ...sent, id: inbox.newId(), status: 'accepted', leasedUntil: null };
    await insertNotice(tx, again);
    return keepCode(change, again.id, drawn);
  });
  return verifyByCode(inbox, person, contactId, code);
}

type Served = { data: string; as: { owner: Client } };

/** Confirms a contact of the owner over HTTP. */
export async function confirmOver({ data, as: { owner } }: Served, contactId: string) {
  const { id } = (await owner.post<Test>(`/contacts/${contactId}/test`)).body;
  const code = await testCode(data, id);
  return (await owner.post<Contact>(`/contacts/${contactId}/verify`, { code })).body;
}

/** Confirms a contact without a test: nothing is sent there. */
export function asConfirmed(inbox: Inbox, person: Human, contactId: string): Promise<Contact> {
  return changeByItself(inbox, async (change) => {
    const row = await ownContact(change.tx, person, contactId);
    return row.confirmedAt === null
      ? confirmContact({ ...change, caller: person }, row)
      : toContact(row);
  });
}
