/** The words that replace a question that has ended. */
import { shownName } from '../../core/access/people.ts';
import type { Inbox } from '../../core/inbox.ts';
import { cut, visible } from '../../core/letters.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { Claimed } from '../../core/notify/notices.ts';
import { wasRetracted } from '../../core/retractions/retractions.ts';
import { withdrawnLine } from '../../core/reviews/ended.ts';
import { decidedWord, decidedWords } from '../../core/reviews/kinds/answer-words.ts';
import type { Review } from '../../core/reviews/schema.ts';

/** Replaces a count of questions that have all ended. */
export const NONE_PENDING = 'No longer pending';

/** Replaces a question whose message was deleted. */
export async function goneWords(inbox: Inbox, messageId: string): Promise<string> {
  const isRetracted = await wasRetracted(inbox, messageId);
  return `A question ${isRetracted ? 'was retracted' : 'is no longer pending'}`;
}

/** Replaces the question, which is titled `title` there. */
export function endWords(
  message: Message,
  title: string,
  { shows }: Pick<Claimed['contact'], 'shows'>,
) {
  if (shows !== 'nothing') return { title, body: endOf(message, shows === 'all') };
  const status = message.review?.status ?? 'pending';
  return { title: `A question ${unnamedEnds[status]}`, body: '' };
}

/** For contacts that show nothing of a question. */
const unnamedEnds: Record<Review['status'], string> = {
  pending: 'is no longer pending',
  completed: 'was answered',
  expired: 'has expired',
  withdrawn: 'was withdrawn',
};

/** How a question ended; the words of an answer that was typed stay in the inbox, and so may those of the agent. */
function endOf({ review }: Message, showsAll: boolean): string {
  if (review?.status === 'expired') return 'Expired';
  if (review?.status === 'withdrawn')
    return showsAll ? cut(visible(withdrawnLine(review))) : 'Withdrawn';
  if (review?.status !== 'completed') return 'No longer pending';
  const short = (label: string) => cut(label);
  if (!review.automatic) {
    const by = review.respondedBy;
    return decidedWords(review, by ? shownName(by) : 'a removed user', short);
  }
  // Never to be mistaken for a person's answer.
  const word = decidedWord(review, short);
  return `Answered automatically${word && `: ${word}`}`;
}
