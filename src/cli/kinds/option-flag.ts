/** Resolves `--option` by ids or labels. */
import { folded } from '../../core/letters.ts';
import type { Choice } from '../../core/reviews/kinds/kind-words.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { UsageError } from '../errors.ts';
import { onOneLine } from '../output.ts';

type Asked = Pick<Review, 'type' | 'payload'>;

/** Lists the options for help; empty if there are none. */
export function namedOptions(review: Asked): string {
  const options = choicesOf(review);
  return options.length === 0 ? '' : `. Options: ${inWords(options)}`;
}

/** Finds the id of an option by itself, by its label or by a unique beginning. */
export function chosen(review: Asked, given: string): string {
  const options = choicesOf(review);
  const wanted = folded(given.trim());
  const onlyOption = (fits: (option: Choice) => boolean) => {
    const fitting = options.filter(fits);
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  const found =
    options.find(({ id }) => id === given) ??
    onlyOption(({ id, label }) => [id, label].some((one) => folded(one) === wanted)) ??
    onlyOption(({ id, label }) => wanted !== '' && startsWith(wanted, id, label));
  if (found) return found.id;
  throw new UsageError(`Unknown option “${given}”. Options: ${inWords(options)}`);
}

export const choicesOf = ({ type, payload }: Asked): Choice[] =>
  wordsOf(type).choices?.(payload) ?? [];

const startsWith = (wanted: string, ...names: string[]) =>
  names.some((name) => folded(name).startsWith(wanted));

const MOST_NAMED = 20;

export function inWords(options: Choice[]): string {
  const named = options
    .slice(0, MOST_NAMED)
    .map(({ id, label }) => (id === label ? id : `${id} (${onOneLine(label)})`));
  const others = options.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others} others`] : [])].join(', ');
}
