/** A device confirms a notice with a token that only what was sent to it contains. */

import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { wayOf } from '../../ways/ways.ts';
import type { Caller } from '../access/callers.ts';
import { Via } from '../access/schema.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { findContact, noteReceived } from './contact-record.ts';
import { findToken } from './links.ts';
import { announceChanged, noticeRow, updateNotice } from './notices.ts';
import { markReceived } from './together.ts';

const PREFIX = 'hr_';

export const receiptOf = (token: string): string => PREFIX + token;

/**
 * Records that a notice arrived on its device.
 * @throws InboxError `unauthenticated`, with one sentence for every reason
 */
export async function confirmNotice(inbox: Inbox, id: string, token: string) {
  const receivedAt = toTimestamp(inbox.now());
  await changeByItself(inbox, async (change) => {
    const notice = await noticeBy(change.tx, id, token);
    if (!notice) throw notItsReceipt();
    const { sentWith } = notice;
    const counted = sentWith === null ? [] : await markReceived(change, sentWith, receivedAt);
    if (notice.receivedAt !== null && counted.length === 0) return;
    await updateNotice(change, id, { receivedAt: notice.receivedAt ?? receivedAt });
    await noteReceived(change, notice, receivedAt);
    announceChanged(change, [notice, ...counted]);
  });
  return { received: true as const };
}

/** The notice whose token it is. */
export async function noticeBy(
  db: Tx,
  id: string,
  token: string,
): Promise<Row<'notices'> | undefined> {
  if (!token.startsWith(PREFIX)) return undefined;
  const found = await findToken(db, token.slice(PREFIX.length));
  if (found?.noticeId !== id || found.messageId !== null) return undefined;
  const contact = await findContact(db, found.contactId);
  return contact?.removedAt === null ? noticeRow(db, id) : undefined;
}

/**
 * A person who answers with their session from a notification of the question, as its token proves:
 * `proof` is the id of the notice and its token. Without that, the caller as they are.
 */
export async function answererThrough(
  inbox: Inbox,
  caller: Caller,
  messageId: string,
  proof: string | null,
): Promise<Caller> {
  if (proof === null || caller.origin.credential !== 'session') return caller;
  const [id = '', token = ''] = proof.split(' ');
  const notice = await noticeBy(inbox.store.read, id, token);
  const isTheirs = caller.kind === 'human' && notice?.userId === caller.userId;
  if (!isTheirs || notice.messageId !== messageId) return caller;
  const via = Via.safeParse(notice.kind);
  if (!via.success || wayOf(notice.kind).answers !== 'session') return caller;
  // A count answers none of its questions.
  if (notice.sentWith !== null) return caller;
  return { ...caller, origin: { ...caller.origin, via: via.data } };
}

const notItsReceipt = () =>
  new InboxError('unauthenticated', 'This is not the token of the notice');
