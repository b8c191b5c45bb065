/** The choices, with the keys that choose them. */

import { dismissLabelIn } from '../../core/reviews/kinds/labels.ts';
import type { Part } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/view.ts';
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';
import { wordsOf } from './held.ts';
import type { Asked, State } from './state.ts';

/** A line, the keys that work while it is on the screen, and how many choices it represents. */
export type Choice = { line: string; keys: string[]; count: number };

export function choicesOf(state: State, message: Asked, columns: number): Choice[] {
  const { type, payload } = message.review;
  const dismissLabel = dismissLabelIn(payload);
  const unsent = state.unsent[message.id];
  const parts: Part[] = [
    ...(unsent ? [{ key: '⧖', text: `Not sent yet: ${wordsOf(unsent)}`, keys: [], count: 0 }] : []),
    ...viewOf(type).choices(state, payload),
    ...(dismissLabel !== undefined ? [{ key: 'x', text: dismissLabel }] : []),
  ];
  return parts.map((part) => choice(part, columns));
}

const KEY_COLUMNS = 4;

function choice({ key, text, style, keys, count = 1 }: Part, columns: number): Choice {
  const words = oneLine(text, Math.max(1, columns - KEY_COLUMNS));
  const line = styled('bold', ` ${key ?? '·'}  `) + (style ? styled(style, words) : words);
  return { line, keys: [...(key ? [key] : []), ...(keys ?? [])], count };
}
