import { answerLine, isDecision } from '../core/reviews/kinds/answer-words.ts';
import type { Review } from '../core/reviews/schema.ts';
import { signOf } from './layout/verdict.ts';
import { oneLine, onOneLine } from './output.ts';

type Answered = Pick<Review, 'type' | 'payload' | 'response' | 'verdict'>;

/** Summarises an answer: which question, and its result. */
export type Logged = { id: string; sign: string; verdict: string; title: string; words: string };

export function loggedOf(id: string, title: string, review: Answered): Logged {
  const words = onOneLine(answerLine(review));
  return { id, title: onOneLine(title), words, ...said(review, words) };
}

/** Says that an answer was not sent, and how to give it. */
export const notSentLine = ({ id, title, words }: Pick<Logged, 'id' | 'title' | 'words'>): string =>
  `Not sent: ${oneLine(words, 40)} for “${oneLine(title, 60)}” (inbox answer ${id})`;

function said(review: Answered, words: string): Pick<Logged, 'sign' | 'verdict'> {
  const sign = signOf(review);
  const { verdict } = review;
  if (verdict === 'changes-requested') return { sign, verdict: 'changes requested' };
  if (verdict !== null && verdict !== 'other') return { sign, verdict };
  return { sign, verdict: isDecision(review) ? words : 'answered' };
}
