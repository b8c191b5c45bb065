import { diffReview as words } from '../../../core/reviews/kinds/diff-review/words.ts';
import { jsonFlags } from '../plugin/flags.ts';

export const diffReview = jsonFlags(words);
