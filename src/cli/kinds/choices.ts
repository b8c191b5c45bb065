/** The parts that kinds whose answer is a choice share in a terminal. */
import type { JsonObject } from '../../core/json.ts';
import { folded } from '../../core/letters.ts';
import type { Choice } from '../../core/reviews/kinds/kind-words.ts';
import { UsageError } from '../errors.ts';
import { oneLine, onOneLine } from '../output.ts';
import type { AnswerPrompts } from '../prompting/prompts.ts';
import { withKeys } from '../triage/option-keys.ts';
import type { Part } from './kind.ts';

/** Lists the options for help; empty if there are none. */
export const namedOptions = (options: Choice[]): string =>
  options.length === 0 ? '' : `. Options: ${inWords(options)}`;

/** Finds the id of an option by itself, by its label or by a unique beginning. */
export function chosen(options: Choice[], given: string): string {
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

/** The key that answers a prompt by the place of a choice: the first nine have one. */
export const numberKey = (at: number) => (at < 9 ? `${at + 1}` : undefined);

/** Asks for a comment on the whole answer. */
export async function commentBy(ask: AnswerPrompts): Promise<JsonObject> {
  const placeholder = 'Press Enter to skip';
  const comment = await ask.text({ message: 'Comment', placeholder, lines: 'pasted' });
  return comment ? { comment } : {};
}

const LONGEST_ID = 30;

export const shownId = (id: string) => oneLine(id, LONGEST_ID);

/** A list can be searched if some of its items have no key. The search represents those not shown. */
export const searchPart = (count: number, shown: number): Part[] =>
  count > withKeys(count)
    ? [{ key: '↵', text: `search all ${count}`, keys: [], count: count - shown }]
    : [];
