import { openFile } from '../files/files.ts';
import type { Attachment } from '../files/schema.ts';
import type { Inbox } from '../inbox.ts';
import { titleOf } from '../messages/title.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import { textIn } from '../reviews/kinds/labels.ts';
import { toTimestamp } from '../time.ts';
import { answererBy, notValid, questionFor } from './answer-as.ts';
import type { DecisionQuestion } from './decision-schema.ts';
import { type DecisionLink, linkOf } from './links.ts';
import { optionsFor, optionsOf } from './options.ts';

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
  if (options.length === 0 || named === undefined) throw notValid();
  const { status, respondedAt, respondedBy, automatic, payload } = review;
  const hasExpired = expiresAtMs <= inbox.now();
  const isWhole = contact.shows === 'all' && !hasExpired;
  const open = status === 'pending' && isWhole ? optionsFor(contact, review) : [];
  return {
    messageId,
    person: { id: caller.userId, name: caller.name },
    title: titleOf(asked),
    channel: isWhole ? await inbox.channelName(asked.channelId) : null,
    description: isWhole ? (textIn(payload, 'description') ?? null) : null,
    prompt: isWhole ? (textIn(payload, 'prompt') ?? null) : null,
    text: isWhole ? asked.text : null,
    messageStatus: isWhole ? asked.status : null,
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
