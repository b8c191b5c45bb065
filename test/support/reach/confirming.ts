/** A user who confirms that a test of a contact arrived. */
import type { Human } from '../../../src/core/access/callers.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import { getTest, testContact } from '../../../src/core/notices/tests.ts';
import { updateContact } from '../../../src/core/reach/contacts.ts';
import { eventually } from './eventually.ts';

export async function confirm(inbox: Inbox, person: Human, contactId: string) {
  const { id } = await testContact(inbox, person, contactId);
  await eventually(async () => (await getTest(inbox, person, contactId, id)).sentAt);
  return updateContact(inbox, person, contactId, { confirmed: true });
}
