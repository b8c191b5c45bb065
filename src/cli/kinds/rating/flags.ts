import { rating as words } from '../../../core/reviews/kinds/rating/words.ts';
import { jsonFlags } from '../plugin/flags.ts';

export const rating = jsonFlags(words);
