/** A decision link or a press: what it shows, whether it may answer, and the answer it gives. */
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Human } from '../access/callers.ts';
import { Via } from '../access/schema.ts';
import { humanBy } from '../access/users.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import { openFile } from '../files/files.ts';
import type { Attachment } from '../files/schema.ts';
import type { Inbox } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import { sourceLine } from '../messages/source.ts';
import { titleOf } from '../messages/title.ts';
import type { Asked } from '../reviews/answered.ts';
import { isSameAnswer } from '../reviews/answers.ts';
import { whyWithdrawn } from '../reviews/ended.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import type { AskedQuestion, Choice } from '../reviews/kinds/kind-words.ts';
import { textIn } from '../reviews/kinds/labels.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import { answerReview, getReview } from '../reviews/reviews.ts';
import type { Review } from '../reviews/schema.ts';
import { toTimestamp } from '../time.ts';
import { findContact } from './contact-record.ts';
import { offersAnswers } from './contacts.ts';
import type { DecisionQuestion } from './decision-schema.ts';
import {
  type ConfirmationLink,
  type DecisionLink,
  findToken,
  isFormerLink,
  linkOf,
  readConfirmation,
  readLink,
} from './links.ts';
import { confirmByToken } from './verify.ts';

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
  link: DecisionLink,
  address: string | null,
): Promise<Answered> {
  if (link.option === null) throw notValid();
  return decideBy(inbox, link, address, { option: link.option });
}

/** Gives the answer that was filled in on the page of a link. */
export async function fillIn(
  inbox: Inbox,
  link: DecisionLink,
  address: string | null,
  response: JsonObject,
): Promise<Answered> {
  const { caller, contact } = await answererBy(inbox, link.contactId, address);
  const { review } = await questionFor(inbox, caller, link.messageId);
  if (link.option !== null || askedFor(contact, review).length === 0) throw notValid();
  return decideBy(inbox, link, address, { response });
}

async function decideBy(
  inbox: Inbox,
  { contactId, messageId, seq, expiresAtMs }: DecisionLink,
  address: string | null,
  given: Given,
): Promise<Answered> {
  if (expiresAtMs <= inbox.now()) {
    const { caller } = await answererBy(inbox, contactId, address);
    const { review } = await questionFor(inbox, caller, messageId);
    if (review.status === 'pending') throw linkExpired();
  }
  return answerAs(inbox, { contactId, messageId, seen: seq, address }, given);
}

const linkExpired = () => {
  const ended = { status: 'expired', respondedAt: null, respondedBy: null, answer: null };
  return new InboxError('conflict', 'This link has expired', ended);
};

/** Returns what a link would answer. Once it has expired, only how the question ended. */
export async function getDecisionQuestion(
  inbox: Inbox,
  { token, contactId, messageId, option: place, expiresAtMs }: DecisionLink,
): Promise<DecisionQuestion> {
  const { caller, contact } = await answererBy(inbox, contactId, null);
  const asked = await questionFor(inbox, caller, messageId);
  const { review } = asked;
  const options = contact.shows === 'nothing' ? [] : optionsOf(review);
  const named = place === null ? null : options.find((option) => option.place === place);
  const questions = contact.shows === 'nothing' ? [] : askedOf(review);
  if (named === undefined || (options.length === 0 && questions.length === 0)) throw notValid();
  const { status, respondedAt, respondedBy, automatic, payload } = review;
  const hasExpired = expiresAtMs <= inbox.now();
  const isWhole = contact.shows === 'all' && !hasExpired;
  const { subject, claims } = wordsOf(review.type);
  const open = status === 'pending' && isWhole ? optionsFor(contact, review) : [];
  return {
    messageId,
    person: { id: caller.userId, name: caller.name },
    title: titleOf(asked),
    channel: isWhole ? await inbox.channelName(asked.channelId) : null,
    source: isWhole ? sourceLine(asked) : null,
    subject: isWhole ? (subject?.(payload) ?? []) : [],
    claims: isWhole ? (claims?.(payload) ?? []) : [],
    description: isWhole ? (textIn(payload, 'description') ?? null) : null,
    prompt: isWhole ? (textIn(payload, 'prompt') ?? null) : null,
    text: isWhole ? asked.text : null,
    messageStatus: isWhole ? asked.status : null,
    // A link to one option gives no other answer.
    asked: isWhole ? questions.map((one) => ({ ...one, other: one.other && place === null })) : [],
    attachments: isWhole ? asked.attachments.map(shownFile) : [],
    option: named && { label: named.label, tone: named.tone },
    options: open.flatMap(({ place: own, label, description = null, tone }) =>
      place === null || place === own
        ? [{ label, description, tone, link: linkOf(token, own) }]
        : [],
    ),
    status: status === 'pending' && hasExpired ? 'expired' : status,
    expiresAt: toTimestamp(expiresAtMs),
    answer: status === 'completed' ? answerLine(review) : null,
    why: contact.shows === 'all' ? whyWithdrawn(review) : null,
    respondedAt,
    respondedBy,
    automatic,
  };
}

/** A file of the question, for who may answer it. */
export async function openDecisionFile(inbox: Inbox, link: DecisionLink, fileId: string) {
  const { caller, contact } = await answererBy(inbox, link.contactId, null);
  const { attachments } = await questionFor(inbox, caller, link.messageId);
  const isShown = contact.shows === 'all' && link.expiresAtMs > inbox.now();
  if (!isShown || !attachments.some(({ id }) => id === fileId)) throw notValid();
  return openFile(inbox, caller, fileId);
}

const shownFile = ({ id, filename, mimeType, size }: Attachment) => ({
  id,
  filename,
  mimeType,
  size,
});

// Answers a question from outside of the inbox, for the person whose contact it came from.

/** An option by its place in the question, or a whole answer. */
type Given = { option: number } | { response: JsonObject };

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
type Answered = Asked & { again: boolean };

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

/** Found again in the change that stores the answer; null once the contact may not answer. */
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
function mustOffer(contact: Row<'contacts'>, { review }: Asked, place: number): Option {
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
  const why = review.withdrawn ? { why: whyWithdrawn(review) } : {};
  return new InboxError('conflict', message, { ...details, answer, ...why });
}

// The answers that one press can give, by their place in the question.

export type Option = Pick<Choice, 'label' | 'description' | 'tone'> & {
  place: number;
  answer: JsonObject;
};

type Offered = Pick<Review, 'type' | 'payload' | 'confirm'>;

/** Returns none for a kind that asks for more than a choice, for a lasting one, and where a login is required. */
function optionsOf({ type, payload, confirm }: Offered): Option[] {
  if (confirm) return [];
  const choices = wordsOf(type).choices?.(payload) ?? [];
  return choices.flatMap(({ label, description, tone, answer, isLasting }, place) =>
    answer === null || isLasting ? [] : [{ place, label, description, tone, answer }],
  );
}

type Contact = Pick<Row<'contacts'>, 'answers' | 'answersEndedAt' | 'confirmedAt' | 'shows'>;

/** Returns those that a contact may offer: it must permit answers, and show the whole question. */
export const optionsFor = (contact: Contact, review: Offered): Option[] =>
  offersAnswers(contact) && contact.shows === 'all' ? optionsOf(review) : [];

/** Returns the questions that are answered together; none where a login is required. */
const askedOf = ({ type, payload, confirm }: Offered): AskedQuestion[] =>
  confirm ? [] : (wordsOf(type).asked?.(payload) ?? []);

/** Returns those that a contact may ask on the page of its link. */
export const askedFor = (contact: Contact, review: Offered): AskedQuestion[] =>
  offersAnswers(contact) && contact.shows === 'all' ? askedOf(review) : [];

// Presses that another server keeps until the inbox reads them, even if it was down.

/** `id` is the server's own, and in its order. */
type Press = { id: string; text: string };

const LAST = 'lastPress';
type Last = { place: string; id: string };

/** Returns the id of the last press that was read from a place; null for none. */
export async function lastPressId({ store }: Inbox, place: string): Promise<string | null> {
  const last = await readState<Last>(store.read, LAST);
  return last?.place === place ? last.id : null;
}

/**
 * Gives the answer of a press or confirms by it, and remembers that it was read. One that is refused is only logged: nobody
 * waits for its result. Throws if it could not be stored, and is to be read again.
 */
export async function takePress(inbox: Inbox, place: string, { id, text }: Press): Promise<void> {
  await takeText(inbox, place, text.trim()).catch((error) => mustBeRefusal(inbox, id, error));
  await changeByItself(inbox, ({ tx }) => writeState(tx, LAST, { place, id } satisfies Last));
}

async function takeText(inbox: Inbox, place: string, text: string): Promise<void> {
  const { host } = new URL(place);
  const confirmation = await findConfirmation(inbox, text);
  if (confirmation) return confirm(inbox, confirmation, host);
  const link = await findDecision(inbox, text);
  if (link) await decide(inbox, link, host);
}

function mustBeRefusal({ log }: Inbox, press: string, error: unknown): void {
  const isRefusal = error instanceof InboxError && error.code !== 'unavailable';
  if (!isRefusal) throw error;
  log.info({ press, reason: error.message }, 'a press was refused');
}
