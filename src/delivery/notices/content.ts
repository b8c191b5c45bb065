/** The content of a notice: as much of the question as its contact may show, and never a secret. */
import { localOrigin } from '../../core/access/callers.ts';
import { humanById } from '../../core/access/users.ts';
import type { Inbox } from '../../core/inbox.ts';
import { cut, visible } from '../../core/letters.ts';
import { findMessage } from '../../core/messages/stored.ts';
import { asListed } from '../../core/messages/views.ts';
import { takesText } from '../../core/notify/chats.ts';
import { askedFor, type Option, optionsFor } from '../../core/notify/decide.ts';
import { hasDecisionLinks, linkOf } from '../../core/notify/links.ts';
import { endedBecause, type RightEnd, type Urgency } from '../../core/notify/names.ts';
import { labelOf, noticeWords } from '../../core/notify/notice-words.ts';
import { alertsLater, type Claimed } from '../../core/notify/notices.ts';
import type { What } from '../../core/notify/schema.ts';
import { counted } from '../../core/notify/words.ts';
import { namingFor, withAnswerer } from '../../core/reviews/naming.ts';
import { digestFor, type Listed } from '../../ways/email/digest.ts';
import { wayOf } from '../../ways/ways.ts';
import { endWords, goneWords, NONE_PENDING } from './ended.ts';

export type Content = {
  what: What;
  /** Every repetition has the same, so that it replaces what was sent before. */
  identity: string;
  title: string;
  body: string;
  urgency: Urgency;
  /** Null for what expires with nothing. */
  expiresAt: string | null;
  /** The page to open, below the address of the inbox. */
  path: string;
  /**
   * The options that one press there can choose; none for a kind or a contact that permits no answers. A label is
   * on one line, or it could look like the link of another, and names the letters that hide in it.
   */
  options: Option[];
  /** The token of its links; null where there are none. */
  token: string | null;
  /** By which a press in a test confirms the contact: the test's id in a chat, a token on a button; else null. */
  confirms: string | null;
  /** Whether a text that is written there can be the answer. */
  takesText: boolean;
  /** Whether it replaces what alerted before, and is not to alert again. */
  isSilent: boolean;
  /** Whether it alerts again where the same is shown already. */
  isReminder: boolean;
  /** The message's; null for what is about no question. */
  seq: number | null;
  /** The questions that a digest lists. */
  listed: Listed[];
};

/** Returns what to send now; null for a question that ended after its notice was claimed. */
export async function contentOf(inbox: Inbox, claimed: Claimed): Promise<Content | null> {
  const { notice, contact, count } = claimed;
  const { what, messageId, sentWith } = notice;
  const base = {
    what: what as What,
    identity: sentWith ?? messageId ?? notice.id,
    urgency: 'normal' as const,
    expiresAt: notice.expiresAt,
    isSilent:
      what === 'settles' ||
      what === 'adds' ||
      what === 'sets' ||
      alertsLater(claimed.notice) ||
      isSentAgain(claimed),
    isReminder: what === 'reminds',
    path: '/',
    options: [],
    token: null,
    confirms: null,
    takesText: false,
    seq: null,
    listed: [],
  };
  if (what === 'digests') return digestWords(inbox, base, contact);
  if (what === 'adds') return { ...base, ...addedWords };
  if (what === 'sets') return { ...base, ...setWords };
  if (what === 'closes') {
    const words = closedWords(contact);
    return words && { ...base, ...words };
  }
  if (what === 'tests') return { ...base, ...(await testWords(inbox, claimed)) };
  const lead = what === 'reminds' ? 'Reminder: ' : '';
  if (sentWith !== null) {
    if (count > 0) return { ...base, ...countOf(claimed), title: lead + counted(count) };
    return what === 'settles' ? { ...base, title: NONE_PENDING, body: '' } : null;
  }
  const message = messageId ? await findMessage(inbox.store.read, 'all', messageId) : undefined;
  if (what !== 'settles' && message?.review?.status !== 'pending') return null;
  if (!message?.review)
    return { ...base, title: await goneWords(inbox, messageId ?? ''), body: '' };
  const naming = await namingFor(inbox, { kind: 'human' });
  const shown = withAnswerer(asListed(message), naming);
  const { review } = message;
  const { urgency } = review;
  const { seq } = message;
  const path = `/m/${message.id}`;
  const words = await noticeWords(inbox, contact, { ...shown, review }, lead);
  if (what === 'settles') {
    return { ...base, ...endWords(shown, words.title, contact), urgency, path, seq };
  }
  const options = optionsFor(contact, review);
  const hasPage = options.length > 0 || askedFor(contact, review).length > 0;
  const token = hasDecisionLinks(contact) && hasPage ? claimed.token : null;
  const opensLink = wayOf(contact.kind).answers === 'links' && token !== null;
  const question = {
    ...base,
    urgency,
    seq,
    // Links are opened where nobody may be logged in.
    path: opensLink ? `/decide#${linkOf(token, null)}` : path,
    title: words.title,
    body: words.body,
  };
  return words.isAnswerable
    ? {
        ...question,
        options: options.map((option) => ({ ...option, label: labelOf(option.label, WHOLE) })),
        token,
        takesText: takesText(contact, review),
      }
    : question;
}

const WHOLE = Number.POSITIVE_INFINITY;

/** An upgrade sends what had arrived again, with links that work. */
const isSentAgain = ({ notice: { what, sentWith, sentAt } }: Claimed): boolean =>
  what === 'asks' && sentWith === null && sentAt !== null;

/** The content for questions that are sent as one. A count that falls replaces the previous one. */
const countOf = ({ notice, urgency }: Claimed) => ({
  what: (notice.what === 'settles' ? 'asks' : notice.what) as What,
  body: '',
  urgency,
  expiresAt: null,
});

async function digestWords(
  inbox: Inbox,
  base: Omit<Content, 'title' | 'body'>,
  { userId, shows }: Claimed['contact'],
): Promise<Content | null> {
  const found = await digestFor(inbox, userId);
  if (!found) return null;
  const { total } = found;
  const listed = found.listed.map(({ title, path }) => ({
    title: shows === 'nothing' ? 'A question' : cut(title),
    path,
  }));
  const more = total - listed.length;
  const body = more > 0 ? `The ${listed.length} that expire first:` : '';
  return { ...base, title: counted(total), body, listed };
}

const SETTINGS = '/settings/notifications';

const addedWords = {
  title: 'A contact was added to your account',
  body: 'If it was not you, open Settings › Notifications, remove it, and change your password.',
  path: SETTINGS,
};

const setWords = {
  title: 'How this inbox notifies people was changed',
  body: 'An owner did this. The audit log says who, and what. If you do not know of it, ask them, and change your password.',
  path: '/activity/audit',
};

/** Null if answers are allowed there again. */
function closedWords({ answersEndedBy }: Claimed['contact']) {
  if (answersEndedBy === null) return null;
  const why = endedBecause[answersEndedBy as RightEnd];
  const body = `${why.charAt(0).toUpperCase()}${why.slice(1)}. You are still notified of questions. To allow answers again, open Settings › Notifications.`;
  return { title: 'Answers from here have ended', body, path: SETTINGS };
}

/** Until its user has confirmed it, a test brings what shows that they receive it. */
async function testWords(inbox: Inbox, claimed: Claimed) {
  const { contact } = claimed;
  const reached = 'This inbox can reach you here.';
  if (contact.confirmedAt !== null || claimed.code === null) {
    return { title: 'Test', body: reached };
  }
  const code = `${claimed.code} is your code. It is valid for 15 minutes.`;
  const entered = `${code} Enter it in the inbox, under Settings › Notifications.`;
  const isMail = contact.verifiedAt === null;
  if (isMail) return { title: 'Your code for Agent Inbox', body: entered, path: SETTINGS };
  const confirms = confirmsIn(inbox, claimed);
  if (confirms === null) {
    return { title: 'Test', body: `${reached} ${entered}`, path: SETTINGS };
  }
  const person = await humanById(inbox, contact.userId, localOrigin());
  const press = `Press Confirm only if you are ${visible(person?.name ?? '')}: answers from here are then theirs.`;
  const body = `${reached} ${entered} ${press}`;
  return { title: 'Test', body, path: SETTINGS, confirms };
}

function confirmsIn({ ways }: Inbox, { id, contact, token }: Claimed): string | null {
  const { added, answers, listens } = wayOf(contact.kind);
  // A chat that opened a link needs no confirmation.
  if (answers === 'chat') return added.by === 'link' ? null : id;
  const hasWhereToPost = ways.publicUrl !== null || listens?.(ways);
  return answers === 'buttons' && hasWhereToPost ? token : null;
}
