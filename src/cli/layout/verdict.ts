/** The sign and colour of an answer; without colours the sign distinguishes it. */
import { isDecision } from '../../core/reviews/kinds/answer-words.ts';
import type { Verdict } from '../../core/reviews/kinds/kind-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Style } from '../style.ts';

export function signOf({ type, verdict }: Pick<Review, 'type' | 'verdict'>): string {
  if (verdict === 'approved') return '✓';
  if (verdict === 'rejected') return '✗';
  if (verdict === 'changes-requested') return '↺';
  if (verdict === 'dismissed') return '•';
  return isDecision({ type }) ? '•' : '✓';
}

const tones: Partial<Record<Verdict, Style>> = {
  approved: 'green',
  rejected: 'red',
  'changes-requested': 'yellow',
  dismissed: 'dim',
};

export const toneOf = (verdict: Verdict | null): Style | undefined =>
  verdict === null ? undefined : tones[verdict];
