import type { KindWords } from '../../../core/reviews/kinds/kind-words.ts';
import { plugin as words } from '../../../core/reviews/kinds/plugin/words.ts';
import type { KindFlags } from '../kind-flags.ts';

/** Accepts an answer only as a whole, by `--answer`. */
export const jsonFlags = ({ example }: KindWords): KindFlags => ({
  takes: 'JSON',
  usage: (payload) =>
    `--answer FILE, or --answer - for standard input. Example: ${JSON.stringify(example(payload))}`,
});

export const plugin = jsonFlags(words);
