import { jsonFlags } from '../plugin/terminal-flags.ts';
import { rating as words } from './words.ts';

export const rating = jsonFlags(words);
