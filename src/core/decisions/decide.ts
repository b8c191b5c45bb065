import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { findContact } from '../reach/contacts.ts';
import { type Answered, answerAs, answererBy, notValid, questionFor } from './answer-as.ts';
import { type DecisionLink, makeLink, readLink } from './links.ts';
import { type Option, optionsFor } from './options.ts';

/** Returns the link that a text is; null for one that no present contact signed. */
export async function findDecision(inbox: Inbox, text: string): Promise<DecisionLink | null> {
  const read = readLink(text);
  if (!read) return null;
  const contact = await findContact(inbox.store.read, read.link.contactId);
  if (!contact?.secret || !read.isSignedWith(contact.secret)) return null;
  return read.link;
}

/** Gives the answer that a link permits. */
export async function decide(
  inbox: Inbox,
  { contactId, messageId, option, expiresAtMs }: DecisionLink,
): Promise<Answered> {
  if (option === null) throw notValid();
  if (expiresAtMs <= inbox.now()) {
    const { caller } = await answererBy(inbox, contactId);
    const { review } = await questionFor(inbox, caller, messageId);
    if (review.status === 'pending') throw linkExpired();
  }
  return answerAs(inbox, contactId, messageId, { option });
}

const linkExpired = () => {
  const ended = { status: 'expired', respondedAt: null, respondedBy: null, answer: null };
  return new InboxError('conflict', 'This link has expired', ended);
};

export type OptionLink = Option & { link: string };

type Contact = Parameters<typeof optionsFor>[0] & { id: string; secret: string | null };
type Asked = Parameters<typeof optionsFor>[1] & { expiresAt: string | null };

/** Makes a link for each option that a contact may offer; none once the contact is removed. */
export function linksFor(contact: Contact, messageId: string, review: Asked): OptionLink[] {
  return optionsFor(contact, review).flatMap((option) => {
    const link = linkFor(contact, messageId, { ...review, option: option.place });
    return link === null ? [] : [{ ...option, link }];
  });
}

/** Makes a link to the page that offers all of these options; null if there are none. */
export const openLinkFor = (contact: Contact, messageId: string, review: Asked): string | null =>
  optionsFor(contact, review).length === 0
    ? null
    : linkFor(contact, messageId, { ...review, option: null });

type Linked = Pick<Asked, 'expiresAt'> & Pick<DecisionLink, 'option'>;

function linkFor(
  { id: contactId, secret }: Contact,
  messageId: string,
  { expiresAt, option }: Linked,
): string | null {
  if (secret === null || expiresAt === null) return null;
  return makeLink({ messageId, contactId, expiresAtMs: Date.parse(expiresAt), option }, secret);
}
