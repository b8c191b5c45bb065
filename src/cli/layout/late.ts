/** Explains why a question accepts no answer. */
import { InboxError } from '../../core/errors.ts';
import { withdrawnLine } from '../../core/reviews/ended.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { clockOf } from '../moments.ts';
import { oneLine, onOneLine } from '../output.ts';
import { answererOf } from './answerer.ts';

/** Returns undefined while it can be answered. */
export function endOf(review: Review, now = Date.now()): InboxError | undefined {
  const sentence = sentenceOf(review, now);
  const { status } = review;
  return sentence === undefined ? undefined : new InboxError('conflict', sentence, { status });
}

function sentenceOf(review: Review, now: number): string | undefined {
  if (isOpen(review)) return undefined;
  const { status, expiresAt, respondedAt, withdrawn } = review;
  if (status === 'pending') return 'This question is still being written';
  if (status === 'expired')
    return `This question expired${expiresAt ? ` ${ago(expiresAt, now)}` : ''}`;
  if (status === 'withdrawn') {
    const when = withdrawn ? ` ${ago(withdrawn.at, now)}` : '';
    return onOneLine(withdrawnLine(review, `This question was withdrawn${when}`));
  }
  const when = respondedAt ? ` ${ago(respondedAt, now)}` : '';
  const words = oneLine(answerLine(review), 60);
  return `Already answered by ${answererOf(review)}${when}: “${words}”`;
}

/** `3 min ago (00:52)` */
const ago = (at: string, now: number) => `${timeSince(at, now)} (${clockOf(at, now)})`;
