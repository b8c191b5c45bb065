/** What can be chosen or filled in, as a list of ids and labels. */

import { approvingOption } from '../../core/reviews/kinds/approval/options.ts';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval/schema.ts';
import type { Field } from '../../core/reviews/kinds/form/fields.ts';
import { formOf } from '../../core/reviews/kinds/freeform/schema-form.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { oneLine, onOneLine } from '../output.ts';
import { type Style, styled } from '../style.ts';
import { brokenRows } from './rows.ts';

type Asked = Pick<Review, 'type' | 'payload'>;
type Page = { columns: number; stream?: NodeJS.WriteStream | undefined };
type Choice = { id: string; label: string; style?: Style };

const LONGEST_ID = 30;

export function choiceRows(review: Asked, { columns, stream }: Page): string[] {
  const choices = choicesOf(review);
  const width = Math.max(0, ...choices.map(({ id }) => Bun.stringWidth(id)));
  return choices.flatMap(({ id, label, style }) => {
    const head = `  ${id}${' '.repeat(width - Bun.stringWidth(id))}  `;
    const room = columns - width - 4;
    // Beside a long id too little room is left.
    const rows = room < 8 ? brokenRows(`  ${id}  ${label}`, columns) : brokenRows(label, room);
    const blanks = ' '.repeat(width + 4);
    const shown = room < 8 ? rows : rows.map((row, at) => (at === 0 ? head : blanks) + row);
    return style ? shown.map((row) => styled(style, row, stream)) : shown;
  });
}

function choicesOf({ type, payload }: Asked): Choice[] {
  const { options, items, fields, schema } = payload;
  if (type === 'approval') return approvals(payload as ApprovalPayload);
  if (type === 'form') return (fields as Field[]).map(fieldChoice);
  if (type === 'selection') return listed(items ?? options);
  return type === 'freeform' ? (formOf(schema)?.fields ?? []).map(fieldChoice) : [];
}

function approvals({ options }: ApprovalPayload): Choice[] {
  const approving = approvingOption(options);
  return options.map((option) => {
    const id = oneLine(option.id, LONGEST_ID);
    const label = onOneLine(option.label);
    if (option === approving) return { id, label: `${label} (approves)`, style: 'green' };
    if (option.style === 'danger') return { id, label: `${label} (danger)`, style: 'red' };
    return { id, label };
  });
}

const listed = (items: unknown): Choice[] =>
  (Array.isArray(items) ? items : []).map(({ id, label, description }) => ({
    id: oneLine(`${id}`, LONGEST_ID),
    label: onOneLine(description ? `${label} — ${description}` : `${label}`),
  }));

function fieldChoice({ name, label, type, required, options }: Field): Choice {
  const values = options?.map((option) => option.label).join(', ');
  const kind = values ? `one of ${values}` : type;
  const optional = required ? '' : ', optional';
  return { id: oneLine(name, LONGEST_ID), label: onOneLine(`${label} (${kind}${optional})`) };
}
