import { channelName } from '../channels/stored.ts';
import type { Inbox } from '../inbox.ts';
import { titleOf } from '../messages/title.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import { textIn } from '../reviews/kinds/labels.ts';
import { toTimestamp } from '../time.ts';
import { answererBy, mustOffer, questionFor } from './answer-as.ts';
import type { DecisionLink } from './links.ts';
import type { DecisionQuestion } from './schema.ts';

/** Returns what a link would answer. Once it has expired, only how the question ended. */
export async function getDecisionQuestion(
  inbox: Inbox,
  { contactId, messageId, option: place, expiresAtMs }: DecisionLink,
): Promise<DecisionQuestion> {
  const { caller, contact } = await answererBy(inbox, contactId);
  const asked = await questionFor(inbox, caller, messageId);
  const { label, tone } = mustOffer(contact, asked, place);
  const { review } = asked;
  const { status, respondedAt, respondedBy, automatic, payload } = review;
  const hasExpired = expiresAtMs <= inbox.now();
  const isWhole = contact.shows === 'all' && !hasExpired;
  return {
    ...{ messageId, title: titleOf(asked), option: { label, tone } },
    channel: isWhole ? await channelName(inbox.store.read, asked.channelId) : null,
    description: isWhole
      ? (textIn(payload, 'description') ?? textIn(payload, 'prompt') ?? null)
      : null,
    text: isWhole ? asked.text : null,
    status: status === 'pending' && hasExpired ? 'expired' : status,
    expiresAt: toTimestamp(expiresAtMs),
    answer: status === 'completed' ? answerLine(review) : null,
    ...{ respondedAt, respondedBy, automatic },
  };
}
