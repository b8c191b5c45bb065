/** The right to answer at a contact ends with the credential that gave it. The contact goes on notifying. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Doer } from '../audit/action.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { contactsOf, localContacts, updateContactRow } from './contact-record.ts';
import { allowsAnswers } from './contacts.ts';
import type { RightEnd } from './names.ts';
import { endPairingsBy } from './pairings.ts';

/** Starts to end rights in the change that ends what they depend on. */
export function watchRights(inbox: Inbox): void {
  inbox.bus.within('credential:ended', async (tx, { by, userId, because, credential }, emit) => {
    await endPairingsBy(tx, userId, credential);
    const contacts = await contactsOf(tx, userId);
    // It is not known what gave the rights of earlier versions: the next end may be that of theirs.
    const given = contacts.filter(
      ({ madeBy }) => credential === null || madeBy === null || madeBy === credential,
    );
    await endRights(inbox, tx, emit, { by, because, contacts: given });
  });
  inbox.bus.within('localAnswers:changed', async (tx, { by, localAnswers }, emit) => {
    const contacts = await localContacts(tx);
    if (localAnswers === 'on') await giveBack(tx, emit, contacts);
    else await endRights(inbox, tx, emit, { by, because: 'local', contacts });
  });
}

type Ending = { by: Doer; because: RightEnd; contacts: readonly Row<'contacts'>[] };

async function endRights(inbox: Inbox, tx: Tx, emit: Emit, { by, because, contacts }: Ending) {
  const now = toTimestamp(inbox.now());
  for (const { id, kind, name, userId, answersEndedAt } of contacts.filter(mayAnswerAgain)) {
    // Where answers had ended with local answers, it was said before.
    const ended = { answersEndedAt: answersEndedAt ?? now, answersEndedBy: because };
    await updateContactRow(tx, id, ended);
    emit('contact:changed', { userId });
    const subject = { kind: 'contact', id, name } as const;
    const detail = { kind, userId, because };
    emit('audited', { by, action: 'contact.answersEnded', subject, detail });
    emit('contact:closed', { userId });
  }
}

/** Whether answers are allowed there, or will be by themselves once local answers are on. */
const mayAnswerAgain = (contact: Row<'contacts'>): boolean =>
  allowsAnswers(contact) || (contact.answers === 1 && contact.answersEndedBy === 'local');

/** Gives back the rights that ended only because local answers were off. */
async function giveBack(tx: Tx, emit: Emit, contacts: readonly Row<'contacts'>[]): Promise<void> {
  for (const { id, userId, answersEndedBy } of contacts) {
    if (answersEndedBy !== 'local') continue;
    await updateContactRow(tx, id, { answersEndedAt: null, answersEndedBy: null });
    emit('contact:changed', { userId });
  }
}
