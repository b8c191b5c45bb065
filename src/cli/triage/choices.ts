/** What can be chosen, with the keys that choose it. */

import { approvingOption, refusingOption } from '../../core/reviews/kinds/approval/options.ts';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval/schema.ts';
import type { FormPayload } from '../../core/reviews/kinds/form/schema.ts';
import type { SelectionPayload } from '../../core/reviews/kinds/selection/schema.ts';
import { oneLine } from '../output.ts';
import { type Style, styled } from '../style.ts';
import { wordsOf } from './held.ts';
import { keyAt, placeOfKey, withKeys } from './option-keys.ts';
import type { Asked, State } from './state.ts';

/** A line, and the keys that work while it is on the screen. */
export type Choice = { line: string; keys: string[] };
type Part = { key?: string | undefined; text: string; style?: Style; keys?: string[] };

/** The option that a key stands for. */
export function optionOf({ options }: ApprovalPayload, key: string) {
  if (key === 'a') return approvingOption(options);
  if (key === 'r') return refusingOption(options);
  return options[placeOfKey(key, options.length)];
}

/** The item that a key stands for. */
export const itemOf = ({ items }: SelectionPayload, key: string) =>
  items[placeOfKey(key, items.length)];

export function choicesOf(state: State, message: Asked, columns: number): Choice[] {
  const { dismissLabel } = message.review.payload;
  const unsent = state.unsent[message.id];
  const parts: Part[] = [
    ...(unsent ? [{ key: '⧖', text: `Not sent yet: ${wordsOf(unsent)}`, keys: [] }] : []),
    ...choices(state, message),
    ...(typeof dismissLabel === 'string' ? [{ key: 'x', text: dismissLabel }] : []),
  ];
  return parts.map((part) => choice(part, columns));
}

const KEY_COLUMNS = 4;

function choice({ key, text, style, keys }: Part, columns: number): Choice {
  const words = oneLine(text, Math.max(1, columns - KEY_COLUMNS));
  const line = styled('bold', ` ${key ?? '·'}  `) + (style ? styled(style, words) : words);
  return { line, keys: [...(key ? [key] : []), ...(keys ?? [])] };
}

function choices(state: State, { review }: Asked): Part[] {
  switch (review.type) {
    case 'approval':
      return approval(state, review.payload as ApprovalPayload);
    case 'selection':
      return selection(state, review.payload as SelectionPayload);
    case 'form':
      return form(review.payload as FormPayload);
    case 'text-input':
      return [{ key: '↵', text: 'write a text' }];
    default:
      return [{ key: '↵', text: 'answer' }];
  }
}

function approval({ draft }: State, payload: ApprovalPayload): Part[] {
  const { options, allowComment } = payload;
  const lines = options.map((option, at): Part => {
    const { id, label, style } = option;
    const letters = ['a', 'r'].filter((key) => optionOf(payload, key) === option);
    const isDanger = style === 'danger';
    const notes = [...letters.map((key) => ` · ${key}`), isDanger ? ' (needs a second press)' : ''];
    const again = draft.armed?.id === id ? '  ← press again' : '';
    const text = `${isDanger ? '! ' : ''}${label}${notes.join('')}${again}`;
    const tone = isDanger ? 'red' : letters.includes('a') ? 'green' : undefined;
    const key = keyAt(at, options.length);
    return { key, text, keys: letters, ...(tone ? { style: tone } : {}) };
  });
  const all = [...lines, ...search(options.length)];
  if (!allowComment) return all;
  return [
    ...all,
    { key: 'c', text: draft.comment ? `Comment: ${draft.comment}` : 'add a comment' },
  ];
}

/** The list is searched where some have no key. */
const search = (count: number): Part[] =>
  count > withKeys(count) ? [{ key: '↵', text: `search all ${count}`, keys: [] }] : [];

function selection(state: State, payload: SelectionPayload): Part[] {
  const { items, mode } = payload;
  const { picked } = state.draft;
  const isMulti = mode === 'multi';
  const lines = items.slice(0, withKeys(items.length)).map(({ id, label, description }, at) => {
    const box = isMulti ? (picked.includes(id) ? '[x] ' : '[ ] ') : '';
    const text = `${box}${label}${description ? ` — ${description}` : ''}`;
    return { key: keyAt(at, items.length), text };
  });
  return [...lines, ...search(items.length), ...(isMulti ? picking(state, payload) : [])];
}

function picking({ draft }: State, payload: SelectionPayload): Part[] {
  const { items } = payload;
  const { length } = draft.picked;
  const all = {
    key: '*',
    text: length === items.length ? 'pick none' : `pick all ${items.length}`,
  };
  if (length > 0) return [all, { key: '↵', text: `send the ${length} picked`, style: 'green' }];
  return items.length > withKeys(items.length)
    ? [all]
    : [all, { text: 'pick at least one, then Enter' }];
}

function form({ fields }: FormPayload): Part[] {
  const lines = fields.map(({ label, type, required }) => ({
    text: `${label} (${type}${required ? '' : ', optional'})`,
  }));
  return [{ key: '↵', text: 'fill in the form' }, ...lines];
}
