/** Answers a question from outside of the inbox, for the person whose contact it came from. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Human } from '../access/callers.ts';
import { Via } from '../access/schema.ts';
import { humanBy } from '../access/users.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import type { Asked } from '../reviews/answered.ts';
import { isSameAnswer } from '../reviews/answers.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import { answerReview, getReview } from '../reviews/reviews.ts';
import { offersAnswers } from './contact-rows.ts';
import { findContact } from './contacts.ts';
import { type Option, optionsFor } from './options.ts';

/** An option by its place in the question, or a whole answer. */
export type Given = { option: number } | { response: JsonObject };

/** A press at a contact. */
export type Pressed = {
  contactId: string;
  messageId: string;
  /** The message's `seq` as it was shown there, where that is known. */
  seen?: number;
  /** The address of the request, or of the service that passed it on; for the audit log. */
  address: string | null;
};

/** `again`: the same person had given the same answer before. */
export type Answered = Asked & { again: boolean };

/**
 * @throws InboxError `unauthenticated`, with one sentence for every reason: the person or the contact is
 * gone or disabled, may not answer there, or does not see the question, or it requires a login.
 * `conflict`: it has ended otherwise, and how.
 */
export async function answerAs(
  inbox: Inbox,
  { contactId, messageId, seen, address }: Pressed,
  given: Given,
): Promise<Answered> {
  const { caller, contact } = await answererBy(inbox, contactId, address);
  const asked = await questionFor(inbox, caller, messageId);
  const response =
    'response' in given ? given.response : mustOffer(contact, asked, given.option).answer;
  try {
    await answerReview(inbox, caller, messageId, response, seen);
    return { ...(await questionFor(inbox, caller, messageId)), again: false };
  } catch (error) {
    if (!(error instanceof InboxError)) throw error;
    if (['unauthenticated', 'forbidden', 'not_found'].includes(error.code)) throw notValid();
    if (error.code !== 'conflict') throw error;
    const ended = await questionFor(inbox, caller, messageId);
    if (isAgain(caller, ended, response)) return { ...ended, again: true };
    throw endedOtherwise(error, ended);
  }
}

/** The person who answers by this contact, if they may. */
export async function answererBy(
  inbox: Inbox,
  contactId: string,
  address: string | null,
): Promise<{ caller: Human; contact: Row<'contacts'> }> {
  const found = await answererIn(inbox.store.read, contactId, address);
  if (!found) throw notValid();
  return found;
}

/** Also within the change that stores the answer: null once the contact may not answer. */
async function answererIn(db: Tx, contactId: string, address: string | null) {
  const contact = await findContact(db, contactId);
  if (!contact || contact.removedAt !== null || contact.disabledAt !== null) return null;
  const via = Via.safeParse(contact.kind);
  if (!offersAnswers(contact) || !via.success) return null;
  const caller = await humanBy(db, {
    userId: contact.userId,
    origin: {
      via: via.data,
      address,
      credential: contactId,
      isLocal: contact.isLocal === 1,
    },
    standing: {
      id: contactId,
      find: async (tx) => (await answererIn(tx, contactId, address))?.caller ?? null,
    },
  });
  return caller && { caller, contact };
}

/** The question as its person sees it. */
export async function questionFor(inbox: Inbox, caller: Human, messageId: string): Promise<Asked> {
  const asked = await getReview(inbox, caller, messageId).catch((error) => {
    throw error instanceof InboxError && error.code === 'not_found' ? notValid() : error;
  });
  if (asked.review.confirm) throw notValid();
  return asked;
}

/** The one refusal of what permits no answer: it says nothing of why. */
export const notValid = () =>
  new InboxError('unauthenticated', 'This link or button is no longer valid. Open the inbox');

/** The option at a place, if the contact may offer it. */
export function mustOffer(contact: Row<'contacts'>, { review }: Asked, place: number): Option {
  const option = optionsFor(contact, review).find((one) => one.place === place);
  if (!option) throw notValid();
  return option;
}

const isAgain = ({ userId }: Human, { review }: Asked, response: JsonObject): boolean =>
  review.status === 'completed' &&
  review.respondedBy?.id === userId &&
  isSameAnswer(review, response);

function endedOtherwise({ message, details }: InboxError, { review }: Asked): InboxError {
  const answer = review.status === 'completed' ? answerLine(review) : null;
  return new InboxError('conflict', message, { ...details, answer });
}
