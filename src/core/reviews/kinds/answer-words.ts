/** Answers in words, for those who read what was decided. */
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { Field } from './form/fields.ts';
import { kindWord, labelIn, textIn } from './labels.ts';

type Answered = { type: string; payload: JsonObject; response: JsonObject | null };

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
export function answerLine({ type, payload, response }: Answered): string {
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
      return textIn(response, 'text')?.split('\n')[0] ?? 'No text';
    case 'form':
      return formLine(payload, response);
    case 'rating':
      return `${response.rating} of ${payload.max ?? 5}`;
    case 'diff-review':
      return response.verdict === 'approve' ? 'Approved' : 'Changes requested';
    default:
      return factsLine(response) || `${kindWord(type)} filled in`;
  }
}

const LONGEST_COMMENT = 200;

/** What was said beside the answer, in one line; empty where nothing was. */
export function commentLine({ type, response }: Answered): string {
  if (!response || !['approval', 'rating', 'diff-review'].includes(type)) return '';
  const comments = Array.isArray(response.comments) ? response.comments.filter(isJsonObject) : [];
  if (comments.length > 1) return `${comments.length} comments`;
  const said = textIn(response, 'comment') ?? textIn(comments[0] ?? {}, 'text');
  return said ? `“${inOneLine(said)}”` : '';
}

const inOneLine = (text: string) =>
  text.slice(0, LONGEST_COMMENT).trim().replace(/\s+/g, ' ') +
  (text.length > LONGEST_COMMENT ? '…' : '');

/** What was filled in; a list that cuts the fields hides every value. */
function formLine({ fields }: JsonObject, response: JsonObject): string {
  const filled = Object.values(response).filter((value) => value !== null).length;
  const shown = (Array.isArray(fields) ? (fields as Field[]) : [])
    .filter(({ name, type }) => type !== 'password' && isFilled(response[name]))
    .map((field) => {
      const said = inOneLine(saidOf(field, response[field.name]));
      return field.type === 'checkbox' ? `${field.label || field.name}: ${said}` : said;
    });
  return shown.join(' · ') || `${filled} ${filled === 1 ? 'field' : 'fields'} filled in`;
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** An answer that only its plugin or its schema knows. */
const factsLine = (response: JsonObject): string =>
  Object.entries(response)
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => {
      const said = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name}: ${inOneLine(said)}`;
    })
    .join(' · ');
