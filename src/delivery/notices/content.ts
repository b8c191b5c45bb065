/** What a notice says: as much of the question as its contact may show, and never a secret. */

import { channelName } from '../../core/channels/stored.ts';
import { takesText } from '../../core/decisions/chats.ts';
import { linksFor, type OptionLink } from '../../core/decisions/decide.ts';
import type { Inbox } from '../../core/inbox.ts';
import { withoutMarks } from '../../core/messages/plain.ts';
import type { Message } from '../../core/messages/schema.ts';
import { findMessage } from '../../core/messages/stored.ts';
import { titleOf } from '../../core/messages/title.ts';
import { asListed } from '../../core/messages/views.ts';
import type { Claimed } from '../../core/notices/claim.ts';
import { codeOf } from '../../core/notices/codes.ts';
import { counted } from '../../core/reach/counted.ts';
import type { Urgency } from '../../core/reach/names.ts';
import type { Shows, What } from '../../core/reach/schema.ts';
import { cut, LONGEST_TITLE } from './cut.ts';
import { digestFor, type Listed } from './digest.ts';
import { endWords, goneWords } from './ended.ts';

const LONGEST_BODY = 1000;
/** Marks take room, too. */
const LONGEST_READ = 4 * LONGEST_BODY;

export type Content = {
  what: What;
  /** The same for every repetition, so that it replaces what was sent before. */
  identity: string;
  title: string;
  body: string;
  urgency: Urgency;
  /** Null for what expires with nothing. */
  expiresAt: string | null;
  /** The page to open, below the address of the inbox. */
  path: string;
  /** What one press there can answer; none for a kind or a contact that permits no answers. */
  links: OptionLink[];
  /** Whether a text that is written there can be the answer. */
  takesText: boolean;
  /** Whether it replaces what alerted before, and is not to alert again. */
  isSilent: boolean;
  /** Whether it alerts again where the same is shown already. */
  isReminder: boolean;
  /** Of the message; null for what is about no question. */
  seq: number | null;
  /** The questions that a digest lists. */
  listed: Listed[];
};

/** What to send now; null for a question that ended after its notice was claimed. */
export async function contentOf(inbox: Inbox, claimed: Claimed): Promise<Content | null> {
  const { notice, contact, count, reminder } = claimed;
  const { what, messageId } = notice;
  const identity = what === 'settles' && notice.gatheredBy ? notice.gatheredBy : messageId;
  const base = {
    what: what as What,
    identity: identity ?? notice.id,
    urgency: 'normal' as const,
    expiresAt: notice.expiresAt,
    isSilent:
      what === 'settles' || (what === 'gathers' && notice.sentAt !== null && reminder === null),
    isReminder: reminder !== null,
    path: '/',
    links: [],
    takesText: false,
    seq: null,
    listed: [],
  };
  if (what === 'digests') return digestWords(inbox, base, contact);
  if (what === 'tests') return { ...base, ...testWords(claimed) };
  const reminding = (title: string) => (reminder === null ? title : `Reminder: ${title}`);
  if (what === 'gathers') return { ...base, title: reminding(counted(count)), body: '' };
  const message = messageId ? await findMessage(inbox.store.read, 'all', messageId) : undefined;
  if (what !== 'settles' && message?.review?.status !== 'pending') return null;
  if (!message?.review) return { ...base, title: await goneWords(inbox, messageId), body: '' };
  const shown = asListed(message);
  const { urgency } = message.review;
  const { seq } = message;
  const path = `/m/${message.id}`;
  const words = await wordsOf(inbox, shown, contact.shows as Shows);
  if (what === 'settles') {
    return { ...base, ...endWords(shown, words.title, contact), urgency, path, seq };
  }
  const title = reminding(words.title);
  const links = linksFor(contact, message.id, message.review);
  const answers = { links, takesText: takesText(contact, message.review) };
  return { ...base, urgency, path, seq, title, body: words.body, ...answers };
}

async function digestWords(
  inbox: Inbox,
  base: Omit<Content, 'title' | 'body'>,
  { userId, shows }: Claimed['contact'],
): Promise<Content | null> {
  const found = await digestFor(inbox, userId);
  if (!found) return null;
  const { total } = found;
  const listed = found.listed.map(({ title, path }) => ({
    title: shows === 'nothing' ? 'A question' : cut(title, LONGEST_TITLE),
    path,
  }));
  const more = total - listed.length;
  const body = more > 0 ? `The ${listed.length} that expire first:` : '';
  return { ...base, title: counted(total), body, listed };
}

function testWords({ id, contact }: Claimed) {
  if (contact.verifiedAt !== null) {
    return { title: 'Test', body: 'This inbox can reach you here.' };
  }
  const code = `${codeOf(contact, id)} is your code. It is valid for 15 minutes.`;
  const body = `${code} Enter it in the inbox, in the settings under “How you are reached”.`;
  return { title: 'Your code for Agent Inbox', body, path: '/settings/reach' };
}

async function wordsOf(inbox: Inbox, message: Message, shows: Shows) {
  if (shows === 'nothing') return { title: 'A question is pending', body: '' };
  const title = cut(titleOf(message), LONGEST_TITLE);
  if (shows === 'title') return { title, body: '' };
  const channel = await channelName(inbox.store.read, message.channelId);
  const { description, prompt } = message.review?.payload ?? {};
  const said = [description, prompt, message.text].find((one) => typeof one === 'string' && one);
  const words = withoutMarks(`${said ?? ''}`.slice(0, LONGEST_READ));
  return { title, body: cut([channel, words].filter(Boolean).join('\n'), LONGEST_BODY) };
}
