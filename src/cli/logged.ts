import type { ApprovalPayload } from '../core/reviews/kinds/approval.ts';
import { approvingOption, refusingOption } from '../core/reviews/kinds/verdicts.ts';
import type { Review } from '../core/reviews/schema.ts';
import { onOneLine } from './output.ts';
import { answerWords } from './render.ts';

/** An answer in a few words: what became of which question. */
export type Logged = { id: string; sign: string; verdict: string; title: string; words: string };

export function loggedOf(id: string, title: string, review: Review): Logged {
  const { type, payload, response } = review;
  const words = onOneLine(answerWords(review));
  const said = { id, title: onOneLine(title), words };
  if (response?._dismissed) return { ...said, sign: '•', verdict: 'dismissed' };
  if (type !== 'approval') return { ...said, sign: '✔', verdict: 'answered' };
  const { options } = payload as ApprovalPayload;
  const chosen = response?.selectedOption;
  if (approvingOption(options)?.id === chosen) return { ...said, sign: '✔', verdict: 'approved' };
  const isRefused = refusingOption(options)?.id === chosen;
  return {
    ...said,
    ...(isRefused ? { sign: '✗', verdict: 'rejected' } : { sign: '•', verdict: words }),
  };
}
