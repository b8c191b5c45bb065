/** Presses and texts in a chat, by the address of who sent them. */
import type { Row } from '../../storage/tables.ts';
import type { ContactKind } from '../../ways/ways.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { visible } from '../letters.ts';
import type { Asked } from '../reviews/answered.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import type { Review } from '../reviews/schema.ts';
import { contactBy, offersAnswers } from './contacts.ts';
import {
  answerAs,
  answererBy,
  notValid,
  type Option,
  type Pressed,
  questionFor,
} from './decide.ts';
import { noticeWords } from './notice-words.ts';
import { messageOfHandle } from './notices.ts';
import { confirmByPress } from './verify.ts';
import { providerHost } from './ways.ts';

/** A person, as a service names them. */
export type From = { kind: ContactKind; address: string };
/** The words of the reply. */
export type Reply = { isAnswered: boolean; words: string };

/** The data of a button: at most 64 bytes, as Telegram wants it. */
export const buttonOf = (messageId: string, { place }: Option): string => `a:${messageId}:${place}`;

/**
 * Gives the answer of a button as the person who pressed it. Never throws for a refusal. People open the
 * inbox at `home`.
 */
export async function press(
  inbox: Inbox,
  from: From,
  button: string,
  home: string,
): Promise<Reply> {
  const [, testId] = /^c:([0-9A-Za-z]{1,40})$/.exec(button) ?? [];
  if (testId !== undefined) return confirmed(inbox, from, testId);
  const [, messageId, place] = /^a:([0-9A-Za-z]{1,40}):(\d{1,3})$/.exec(button) ?? [];
  return replied(async () => {
    const contact = await contactBy(inbox.store.read, from.kind, from.address);
    if (!contact || messageId === undefined) throw notValid();
    await mustBeAnswerable(inbox, pressedAt(inbox, contact, messageId), home);
    const pressed = pressedAt(inbox, contact, messageId);
    const { review } = await answerAs(inbox, pressed, { option: Number(place) });
    return visible(answerLine(review));
  });
}

/** The value of a test's button that confirms its contact. */
export const confirmButtonOf = (testId: string): string => `c:${testId}`;

async function confirmed(inbox: Inbox, from: From, testId: string): Promise<Reply> {
  const reply = await replied(async () => {
    if (!(await confirmByPress(inbox, testId, from))) throw noRecentTest();
    return 'Confirmed: you can answer from here.';
  });
  // Nothing settles a test: its button goes with the reply.
  return { ...reply, isAnswered: false };
}

const noRecentTest = () =>
  new InboxError('unauthenticated', 'This test is no longer valid. Send another one');

/** Returns the id of the question that a person's message replies to; null if it replies to none. */
export async function questionBehind(
  inbox: Inbox,
  { kind, address }: From,
  handle: string,
): Promise<string | null> {
  const contact = await contactBy(inbox.store.read, kind, address);
  return contact ? messageOfHandle(inbox.store.read, contact.id, handle) : null;
}

/** Gives a text as the answer to the question that it replies to; null if it replies to none. */
export async function write(
  inbox: Inbox,
  from: From,
  handle: string,
  text: string,
  home: string,
): Promise<Reply | null> {
  const contact = await contactBy(inbox.store.read, from.kind, from.address);
  const messageId = contact && (await messageOfHandle(inbox.store.read, contact.id, handle));
  if (!contact || !messageId) return null;
  return replied(async () => {
    const { review } = await mustBeAnswerable(inbox, pressedAt(inbox, contact, messageId), home);
    const response = wordsOf(review.type).answerOf?.(text, review.payload) ?? null;
    if (response === null)
      throw new InboxError('invalid', 'This question cannot be answered with text');
    await answerAs(inbox, pressedAt(inbox, contact, messageId), { response });
    return 'Answered';
  });
}

/** A question that a chat shows only in part is answered on its page, whatever a person could send there. */
async function mustBeAnswerable(
  inbox: Inbox,
  { contactId, messageId, address }: Pressed,
  home: string,
): Promise<Asked> {
  const { caller, contact } = await answererBy(inbox, contactId, address);
  const asked = await questionFor(inbox, caller, messageId);
  const isOpen = asked.review.status === 'pending';
  if (isOpen && !(await noticeWords(inbox, contact, asked)).isAnswerable) {
    const words = `Not all of the question is shown here. Open it to answer: ${home}/m/${messageId}`;
    throw new InboxError('forbidden', words);
  }
  return asked;
}

/** A service passes presses on: their own addresses are not known. */
const pressedAt = ({ ways }: Inbox, contact: Row<'contacts'>, messageId: string): Pressed => ({
  contactId: contact.id,
  messageId,
  address: providerHost(ways, contact),
});

type Contact = Pick<Row<'contacts'>, 'answers' | 'answersEndedAt' | 'confirmedAt' | 'shows'>;

/** Whether a text that is written there can be the answer. */
export const takesText = (contact: Contact, review: Review): boolean =>
  offersAnswers(contact) &&
  contact.shows === 'all' &&
  !review.confirm &&
  (wordsOf(review.type).answerOf?.('', review.payload) ?? null) !== null;

async function replied(answer: () => Promise<string>): Promise<Reply> {
  try {
    return { isAnswered: true, words: await answer() };
  } catch (error) {
    if (!(error instanceof InboxError)) throw error;
    // A person has no use for the path of what is wrong.
    const [wrong] = error.details.issues ?? [];
    // It may have the word of an agent.
    return { isAnswered: false, words: visible(wrong?.message ?? error.message) };
  }
}
