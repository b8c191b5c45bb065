/** The choices, with the keys that choose them. */

import { dismissLabelIn } from '../../core/reviews/kinds/labels.ts';
import type { Part } from '../kinds/kind.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { brokenRows } from '../layout/rows.ts';
import { onOneLine } from '../output.ts';
import { styled } from '../style.ts';
import { wordsOf } from './held.ts';
import type { Asked, State } from './state.ts';

/** A row, the keys that work while it is on the screen, and how many choices it represents. */
export type Choice = { line: string; keys: string[]; count: number };

export function choicesOf(state: State, message: Asked, columns: number): Choice[] {
  const { type, payload } = message.review;
  const dismissLabel = dismissLabelIn(payload);
  const unsent = state.unsent[message.id];
  const parts: Part[] = [
    ...(unsent ? [{ key: '⧖', text: `Not sent yet: ${wordsOf(unsent)}`, keys: [], count: 0 }] : []),
    ...terminalOf(type).view.choices(state, payload),
    ...(dismissLabel !== undefined ? [{ key: 'x', text: dismissLabel }] : []),
  ];
  return parts.flatMap((part) => rowsOf(part, columns));
}

const KEY_COLUMNS = 4;

/** Its keys work once its last row is in view. */
function rowsOf({ key, text, style, keys, count = 1 }: Part, columns: number): Choice[] {
  const rows = brokenRows(onOneLine(text), Math.max(1, columns - KEY_COLUMNS));
  return rows.map((row, at) => {
    const head = at === 0 ? styled('bold', ` ${key ?? '·'}  `) : ' '.repeat(KEY_COLUMNS);
    const line = head + (style ? styled(style, row) : row);
    const isLast = at === rows.length - 1;
    return isLast
      ? { line, keys: [...(key ? [key] : []), ...(keys ?? [])], count }
      : { line, keys: [], count: 0 };
  });
}
