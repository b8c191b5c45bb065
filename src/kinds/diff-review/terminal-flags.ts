import { jsonFlags } from '../plugin/terminal-flags.ts';
import { diffReview as words } from './words.ts';

export const diffReview = jsonFlags(words);
