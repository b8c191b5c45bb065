/** Lets users know of what changed about their contacts, at the contacts themselves. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { wayOf } from '../../ways/ways.ts';
import { isEnabled } from '../access/grants.ts';
import type { Emit } from '../bus.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { usersToInform } from './contact-record.ts';
import { contactsThatWork } from './contacts.ts';
import { hasSaid, insertNotice, newNotice } from './notices.ts';

const LIFETIME_MS = 24 * 60 * 60_000;

/** Starts to say where answers have ended, and at the other contacts of a user that one was added. */
export function watchInforming(inbox: Inbox): void {
  for (const name of ['contact:closed', 'reach:gained'] as const) {
    inbox.bus.within(name, (tx, { userId }, emit) => sayClosed(inbox, tx, emit, userId));
  }
  inbox.bus.within('contact:added', async (tx, { userId, contactId }, emit) => {
    for (const contact of await contactsThatWork(tx, userId)) {
      if (contact.id !== contactId) await inform(inbox, tx, emit, 'adds', contact);
    }
  });
}

/** At a start: what a restore has ended. */
export async function sayAllClosed(inbox: Inbox): Promise<void> {
  for (const userId of await usersToInform(inbox.store.read)) {
    await changeByItself(inbox, (tx, emit) => sayClosed(inbox, tx, emit, userId));
  }
}

/** Says once where answers have ended; to a user who is disabled, when they are enabled again. */
async function sayClosed(inbox: Inbox, tx: Tx, emit: Emit, userId: string): Promise<void> {
  const contacts = (await contactsThatWork(tx, userId)).filter(
    (one) => one.answersEndedAt !== null,
  );
  if (contacts.length === 0 || !(await isEnabled(tx, userId))) return;
  for (const contact of contacts) {
    if (await hasSaid(tx, contact.id, contact.answersEndedAt ?? '')) continue;
    await inform(inbox, tx, emit, 'closes', contact);
  }
}

async function inform(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  what: 'closes' | 'adds',
  { id: contactId, userId, kind, lane }: Row<'contacts'>,
): Promise<void> {
  const now = inbox.now();
  const at = toTimestamp(now);
  // It is silent, but for a mail, which comes as late as one about a question.
  const dueMs = now + (what === 'adds' ? wayOf(kind).delaySeconds * 1000 : 0);
  const place = { contactId, userId, kind, lane, messageId: null, channelId: null };
  const planned = { id: inbox.newId(), what, round: 0, dueAt: toTimestamp(dueMs), createdAt: at };
  const expiresAt = toTimestamp(now + LIFETIME_MS);
  await insertNotice(tx, newNotice({ ...place, expiresAt }, planned));
  emit('notice:due', { atMs: dueMs });
}
