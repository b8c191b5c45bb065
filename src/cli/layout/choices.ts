/** Lists what can be chosen or filled in, with ids and labels. */

import type { Review } from '../../core/reviews/schema.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { styled } from '../style.ts';
import { brokenRows } from './rows.ts';

type Asked = Pick<Review, 'type' | 'payload'>;
type Page = { columns: number; stream?: NodeJS.WriteStream | undefined };

export function choiceRows({ type, payload }: Asked, { columns, stream }: Page): string[] {
  const choices = terminalOf(type).view.listed?.(payload) ?? [];
  const width = Math.max(0, ...choices.map(({ id }) => Bun.stringWidth(id)));
  return choices.flatMap(({ id, label, style }) => {
    const head = `  ${id}${' '.repeat(width - Bun.stringWidth(id))}  `;
    const room = columns - width - 4;
    // Next to a long id there is too little room.
    const rows = room < 8 ? brokenRows(`  ${id}  ${label}`, columns) : brokenRows(label, room);
    const blanks = ' '.repeat(width + 4);
    const shown = room < 8 ? rows : rows.map((row, at) => (at === 0 ? head : blanks) + row);
    return style ? shown.map((row) => styled(style, row, stream)) : shown;
  });
}
