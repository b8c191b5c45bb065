/** Answers in words, for those who read what was decided. */
import { isJsonObject } from '../../core/json.ts';
import type { Field } from '../../core/reviews/kinds/fields.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { kindWord, textIn } from './kind.ts';

/** The label of what an id or a value stands for; that itself where it has none. */
export function labelIn(list: unknown, name: 'id' | 'value', wanted: unknown): string {
  const one = Array.isArray(list)
    ? list.find((item) => isJsonObject(item) && item[name] === wanted)
    : undefined;
  return (isJsonObject(one) && textIn(one, 'label')) || String(wanted);
}

/** What was filled into a field. */
export function saidOf(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'select') return labelIn(field.options, 'value', value);
  if (typeof value === 'number') {
    return `${value.toLocaleString()}${field.unit ? ` ${field.unit}` : ''}`;
  }
  return String(value);
}

/** An answer in one line. */
export function answerLine({ type, payload, response }: Review): string {
  if (!response) return '';
  if (response._dismissed === true) return textIn(payload, 'dismissLabel') ?? 'Dismissed';
  switch (type) {
    case 'approval':
      return labelIn(payload.options, 'id', response.selectedOption);
    case 'selection':
      return Array.isArray(response.selectedIds)
        ? response.selectedIds.map((id) => labelIn(payload.items, 'id', id)).join(', ')
        : '';
    case 'text-input':
      return textIn(response, 'text')?.split('\n')[0] ?? 'Left empty';
    case 'form':
      return `${Object.values(response).filter((value) => value !== null).length} fields filled in`;
    case 'rating':
      return `${response.rating} of ${payload.max ?? 5}`;
    case 'diff-review':
      return response.verdict === 'approve' ? 'Approved' : 'Changes requested';
    default:
      return `${kindWord(type)} filled in`;
  }
}
