import type { KindWords } from '../kind-words.ts';
import { plugin } from '../plugin/words.ts';

export const freeform: KindWords = { ...plugin, word: 'Free form' };
