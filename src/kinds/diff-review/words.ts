import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { plugin } from '../plugin/words.ts';
import { filesIn } from './files.ts';

export const diffReview: KindWords = {
  ...plugin,
  hasComment: true,
  read: (payload) => filesIn(payload)?.map(({ path, diff }) => `${path}\n${diff}`) ?? null,
  line: ({ verdict }) => (verdict === 'approve' ? 'Approved' : 'Changes requested'),
  verdict({ verdict }) {
    if (verdict === 'approve') return 'approved';
    return verdict === 'request-changes' ? 'changes-requested' : 'other';
  },
  example: (payload) =>
    filesIn(payload)?.length ? { verdict: 'approve' } : plugin.example(payload),
};
