/** What can be chosen, with the keys that choose it. */

import type { Part } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/view.ts';
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';
import { wordsOf } from './held.ts';
import type { Asked, State } from './state.ts';

/** A line, and the keys that work while it is on the screen. */
export type Choice = { line: string; keys: string[] };

export function choicesOf(state: State, message: Asked, columns: number): Choice[] {
  const { type, payload } = message.review;
  const { dismissLabel } = payload;
  const unsent = state.unsent[message.id];
  const parts: Part[] = [
    ...(unsent ? [{ key: '⧖', text: `Not sent yet: ${wordsOf(unsent)}`, keys: [] }] : []),
    ...viewOf(type).choices(state, payload),
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
