import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { findToken } from '../notices/tokens.ts';
import { type Answered, answerAs, answererBy, notValid, questionFor } from './answer-as.ts';
import { type DecisionLink, isFormerLink, readLink } from './links.ts';

/**
 * Returns the link that a text is; null for one that was never sent.
 * @throws InboxError `conflict` for one of an earlier version
 */
export async function findDecision(inbox: Inbox, text: string): Promise<DecisionLink | null> {
  if (isFormerLink(text)) {
    throw new InboxError('conflict', 'This link is from before the upgrade: open the inbox');
  }
  const read = readLink(text);
  const found = read && (await findToken(inbox.store.read, read.token));
  if (!read || !found || found.messageId === null) return null;
  const { messageId, contactId, seq, expiresAt } = found;
  const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  return { ...read, messageId, contactId, seq: seq ?? 0, expiresAtMs };
}

/** Gives the answer that a link permits; `address` is where it was pressed, for the audit log. */
export async function decide(
  inbox: Inbox,
  { contactId, messageId, option, seq, expiresAtMs }: DecisionLink,
  address: string | null,
): Promise<Answered> {
  if (option === null) throw notValid();
  if (expiresAtMs <= inbox.now()) {
    const { caller } = await answererBy(inbox, contactId, address);
    const { review } = await questionFor(inbox, caller, messageId);
    if (review.status === 'pending') throw linkExpired();
  }
  return answerAs(inbox, { contactId, messageId, seen: seq, address }, { option });
}

const linkExpired = () => {
  const ended = { status: 'expired', respondedAt: null, respondedBy: null, answer: null };
  return new InboxError('conflict', 'This link has expired', ended);
};
