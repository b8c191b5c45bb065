/** The right to answer at a contact ends with the credential that gave it. The contact goes on notifying. */
import type { Row } from '../../storage/tables.ts';
import type { Doer } from '../audit/action.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { contactsOf, localContacts, updateContactRow } from './contact-record.ts';
import { allowsAnswers } from './contacts.ts';
import type { RightEnd } from './names.ts';
import { endPairingsBy } from './pairings.ts';

/** Starts to end rights in the change that ends what they depend on. */
export function watchRights(inbox: Inbox): void {
  inbox.bus.within('credential:ended', async (change, { by, userId, because, credential }) => {
    await endPairingsBy(change, userId, credential);
    const contacts = await contactsOf(change.tx, userId);
    // It is not known what gave the rights of earlier versions: the next end may be that of theirs.
    const given = contacts.filter(
      ({ madeBy }) => credential === null || madeBy === null || madeBy === credential,
    );
    await endRights(change, { by, because, contacts: given });
  });
  inbox.bus.within('localAnswers:changed', async (change, { by, localAnswers }) => {
    const contacts = await localContacts(change.tx);
    if (localAnswers === 'on') await giveBack(change, contacts);
    else await endRights(change, { by, because: 'local', contacts });
  });
}

type Ending = { by: Doer; because: RightEnd; contacts: readonly Row<'contacts'>[] };

async function endRights(change: Change, { by, because, contacts }: Ending) {
  const { inbox, emit } = change;
  const now = toTimestamp(inbox.now());
  for (const { id, kind, name, userId, answersEndedAt } of contacts.filter(mayAnswerAgain)) {
    // Where answers had ended with local answers, it was said before.
    const ended = { answersEndedAt: answersEndedAt ?? now, answersEndedBy: because };
    await updateContactRow(change, id, ended);
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
async function giveBack(change: Change, contacts: readonly Row<'contacts'>[]): Promise<void> {
  for (const { id, userId, answersEndedBy } of contacts) {
    if (answersEndedBy !== 'local') continue;
    await updateContactRow(change, id, { answersEndedAt: null, answersEndedBy: null });
    change.emit('contact:changed', { userId });
  }
}
