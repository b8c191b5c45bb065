/** The sign and colour of an answer; without colours the sign distinguishes it. */
import type { JsonObject } from '../../core/json.ts';
import { isDecision, verdictOf } from '../../core/reviews/kinds/answer-words.ts';
import type { Verdict } from '../../core/reviews/kinds/verdicts.ts';
import type { Style } from '../style.ts';

type Answered = { type: string; payload: JsonObject; response: JsonObject | null };

export function signOf(review: Answered): string {
  const verdict = verdictOf(review);
  if (verdict === 'approved') return '✓';
  if (verdict === 'rejected') return '✗';
  if (verdict === 'changes-requested') return '↺';
  if (verdict === 'dismissed') return '•';
  return isDecision(review) ? '•' : '✓';
}

const tones: Partial<Record<Verdict, Style>> = {
  ...{ approved: 'green', rejected: 'red', 'changes-requested': 'yellow', dismissed: 'dim' },
};

export const toneOf = (verdict: Verdict | null): Style | undefined =>
  verdict === null ? undefined : tones[verdict];
