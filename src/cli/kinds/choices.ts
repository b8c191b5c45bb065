/** The parts that kinds whose answer is a choice share in a terminal. */
import type { Stroke } from '../../client/press.ts';
import type { JsonObject } from '../../core/json.ts';
import { folded } from '../../core/letters.ts';
import type { Choice } from '../../core/reviews/kinds/kind-words.ts';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import { UsageError } from '../errors.ts';
import { oneLine, onOneLine } from '../output.ts';
import type { AnswerPrompts } from '../prompting/prompts.ts';
import { give, isDrawn, noSuch, said } from '../triage/deciding.ts';
import { keyAt, keysFrom, placeOfKey, withKeys } from '../triage/option-keys.ts';
import type { State } from '../triage/state.ts';
import type { KindView, Part } from './kind.ts';

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

type Item = { id: string; label: string; description?: string | undefined };
/** Items of which one is chosen, or several are picked and then sent. */
export type List = {
  items: Item[];
  isMulti: boolean;
  answer: (ids: string[]) => JsonObject;
};

/** The label of an item, and what it adds. */
export function itemWords({ id, description }: Item, items: Item[]): string {
  const label = labelIn(items, 'id', id);
  return description ? `${label} — ${description}` : label;
}

/** A list in the terminal view, and the keys of its items. */
export const listView = (listOf: (payload: JsonObject) => List) =>
  ({
    choices(state, payload) {
      const { items, isMulti } = listOf(payload);
      const { picked } = state.draft;
      const lines = items.slice(0, withKeys(items.length)).map((item, at) => {
        const box = isMulti ? (picked.includes(item.id) ? '[x] ' : '[ ] ') : '';
        return { key: keyAt(at, items.length), text: `${box}${itemWords(item, items)}` };
      });
      const picking = isMulti ? pickingParts(picked.length, items.length) : [];
      return [...lines, ...searchPart(items.length, lines.length), ...picking];
    },
    hints(payload) {
      const { items, isMulti } = listOf(payload);
      const keys = keysFrom(items.length);
      if (isMulti) return [`${keys} pick`, '* all', 'Enter send'];
      const search = items.length > withKeys(items.length) ? 'Enter search' : 'Enter list';
      return [`${keys} answer`, search];
    },
    isToggle(payload, key) {
      const { items, isMulti } = listOf(payload);
      return isMulti && (key === '*' || placeOfKey(key, items.length) >= 0);
    },
    press(state, message, stroke) {
      const { key } = stroke;
      const { items, isMulti, answer } = listOf(message.review.payload);
      if (key === '*' && isMulti) return { state: pickAll(state, items, stroke) };
      const item = items[placeOfKey(key, items.length)];
      if (!item) return { state: noSuch(state, key) };
      const { picked } = state.draft;
      if (!isDrawn(state, key)) {
        const way = picked.length > 0 ? 'Tab' : 'Enter';
        return { state: said(state, `“${labelIn(items, 'id', item.id)}” is not in view (${way})`) };
      }
      if (!isMulti) return give(state, message, answer([item.id]), stroke);
      const isPicked = picked.includes(item.id);
      const now = isPicked ? picked.filter((id) => id !== item.id) : [...picked, item.id];
      return { state: pick(state, now, stroke) };
    },
    enter(state, message, stroke) {
      const { picked } = state.draft;
      if (picked.length === 0) return undefined;
      return give(state, message, listOf(message.review.payload).answer(picked), stroke);
    },
  }) satisfies Partial<KindView>;

function pickingParts(picked: number, count: number): Part[] {
  const all = { key: '*', text: picked === count ? 'pick none' : `pick all ${count}`, count: 0 };
  if (picked > 0)
    return [all, { key: '↵', text: `send the ${picked} picked`, style: 'green', count: 0 }];
  return count > withKeys(count)
    ? [all]
    : [all, { text: 'pick at least one, then Enter', count: 0 }];
}

/** Selects all items, or none if all are selected. */
function pickAll(state: State, items: Item[], stroke: Stroke): State {
  const isAll = state.draft.picked.length === items.length;
  return pick(state, isAll ? [] : items.map(({ id }) => id), stroke);
}

function pick(state: State, picked: string[], { key, at }: Stroke): State {
  const before = { key, at, picked: state.draft.picked };
  return { ...state, draft: { ...state.draft, picked, before } };
}
