/** Verdicts under Answered: each has its own sign, colour and word. */
import type { ReactNode } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { Verdict } from '../../core/reviews/kinds/kind-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { Check, Clock, Cross, Dash, Dot, Redo, Returned, Struck } from '../look/icons.tsx';

/** How a question ended: with a verdict, without an answer, withdrawn or retracted. */
export type Ending = Verdict | 'expired' | 'withdrawn' | 'retracted';

const signs: Record<Ending, [word: string, Sign: typeof Check]> = {
  approved: ['Approved', Check],
  rejected: ['Rejected', Cross],
  'changes-requested': ['Changes requested', Redo],
  dismissed: ['Dismissed', Dash],
  other: ['Answered', Dot],
  expired: ['Expired', Clock],
  withdrawn: ['Withdrawn', Returned],
  retracted: ['Retracted', Struck],
};

export const endingWord = (ending: Ending) => signs[ending][0];

export const endingOf = ({ verdict, status }: Review): Ending =>
  verdict ?? (status === 'withdrawn' ? status : 'expired');

/** The page of an ended question, beside the list that it is in. */
export function answeredPath({ id, review }: Pick<Message, 'id' | 'review'>): string {
  const isAnswered = !review || review.status === 'completed';
  return `/answered/${id}${isAnswered ? '' : `?ended=${review.status}`}`;
}

/** The word is for people who see neither the sign nor its colour. */
export function EndingSign({ ending }: { ending: Ending }) {
  const [word, Sign] = signs[ending];
  return (
    <span className="ending ending-sign" data-ending={ending}>
      <Sign size={16} />
      <span className="unseen">{word}</span>
    </span>
  );
}

type WordsProps = { ending: Ending; children: ReactNode };

/** The answer, in the colour of its verdict. */
export const EndingWords = ({ ending, children }: WordsProps) => (
  <bdi className="ending ending-words" data-ending={ending}>
    {ending === 'retracted' ? <s>{children}</s> : children}
  </bdi>
);
