import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { type Answered, answerAs, answererBy, notValid, questionFor } from './answer-as.ts';
import {
  type ConfirmationLink,
  type DecisionLink,
  isFormerLink,
  readConfirmation,
  readLink,
} from './links.ts';
import { findToken } from './tokens.ts';
import { confirmByToken } from './verifying.ts';

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

/** Returns the link of a test that a text is; null for one that was never sent, or was used. */
export async function findConfirmation(
  { store }: Inbox,
  text: string,
): Promise<ConfirmationLink | null> {
  const token = readConfirmation(text);
  const found = token === null ? undefined : await findToken(store.read, token);
  if (token === null || !found) return null;
  const { contactId, noticeId, attempt } = found;
  return { token, contactId, noticeId, attempt };
}

/** Confirms the contact of a test, as its link permits once. */
export async function confirm(
  inbox: Inbox,
  link: ConfirmationLink,
  address: string | null,
): Promise<void> {
  if (!(await confirmByToken(inbox, link, address))) throw notValid();
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
