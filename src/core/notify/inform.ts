/** Lets users know of what changed about their contacts, at the contacts themselves. */
import type { Row } from '../../storage/tables.ts';
import { wayOf } from '../../ways/ways.ts';
import { isEnabled } from '../access/grants.ts';
import { ownerIds } from '../access/owners.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { usersToInform } from './contact-record.ts';
import { contactsThatWork } from './contacts.ts';
import { hasSaid, insertNotice, newNotice } from './notices.ts';

const LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Starts to say where answers have ended, at the other contacts of a user that one was added, and at those of all
 * owners that an owner has changed how people are notified.
 */
export function watchInforming(inbox: Inbox): void {
  for (const name of ['contact:closed', 'reach:gained'] as const) {
    inbox.bus.within(name, (change, { userId }) => sayClosed(change, userId));
  }
  inbox.bus.within('contact:added', async (change, { userId, contactId }) => {
    for (const contact of await contactsThatWork(change.tx, userId)) {
      if (contact.id !== contactId) await inform(change, 'adds', contact);
    }
  });
  inbox.bus.within('settings:changed', async (change) => {
    for (const userId of await ownerIds(change.tx)) {
      for (const contact of await contactsThatWork(change.tx, userId)) {
        await inform(change, 'sets', contact);
      }
    }
  });
}

/** At a start: what a restore has ended. */
export async function sayAllClosed(inbox: Inbox): Promise<void> {
  for (const userId of await usersToInform(inbox.store.read)) {
    await changeByItself(inbox, (change) => sayClosed(change, userId));
  }
}

/** Says once where answers have ended; to a user who is disabled, when they are enabled again. */
async function sayClosed(change: Change, userId: string): Promise<void> {
  const { tx } = change;
  const contacts = (await contactsThatWork(tx, userId)).filter(
    (one) => one.answersEndedAt !== null,
  );
  if (contacts.length === 0 || !(await isEnabled(tx, userId))) return;
  for (const contact of contacts) {
    if (await hasSaid(tx, contact.id, contact.answersEndedAt ?? '')) continue;
    await inform(change, 'closes', contact);
  }
}

async function inform(
  { inbox, tx, emit }: Change,
  what: 'closes' | 'adds' | 'sets',
  { id: contactId, userId, kind, lane }: Row<'contacts'>,
): Promise<void> {
  const now = inbox.now();
  const at = toTimestamp(now);
  // It is silent, but for a mail, which comes as late as one about a question.
  const dueMs = now + (what === 'closes' ? 0 : wayOf(kind).delaySeconds * 1000);
  const place = { contactId, userId, kind, lane, messageId: null, channelId: null };
  const planned = { id: inbox.newId(), what, round: 0, dueAt: toTimestamp(dueMs), createdAt: at };
  const expiresAt = toTimestamp(now + LIFETIME_MS);
  await insertNotice(tx, newNotice({ ...place, expiresAt }, planned));
  emit('notice:due', { atMs: dueMs });
}
