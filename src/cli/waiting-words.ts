/** The texts shown while a command waits for an answer. */
import type { Message } from '../core/messages/schema.ts';
import { commentIn, decidedWords } from '../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../core/reviews/open.ts';
import { leftUntil } from '../core/spans.ts';
import { answererOf } from './layout/answerer.ts';
import { signOf } from './layout/verdict.ts';
import { oneLine, onOneLine } from './output.ts';
import { urgencyWord } from './reach/reach-line.ts';
import { titleLine } from './title-line.ts';

export function waitingLine(message: Message, now: number): string {
  const { review } = message;
  const left = isOpen(review) ? ` (expires in ${leftUntil(review.expiresAt, now)})` : '';
  const title = oneLine(titleLine(message), 60);
  const urgency = review ? urgencyWord(review) : '';
  const what = urgency === '' ? '' : `the ${urgency} question `;
  return `Waiting for an answer to ${what}“${title}”${left}. Ctrl-C stops waiting; the question stays pending.`;
}

/** Says who decided, and what. */
export function decidedLine({ review }: Message): string {
  if (!review?.response) return 'Answered.';
  const who = answererOf(review);
  const comment = commentIn(review);
  const said = comment ? `: ${onOneLine(comment)}` : '';
  const words = decidedWords(review, who, (line) => oneLine(line, 60));
  return `${signOf(review)} ${words}${said || '.'}`;
}
