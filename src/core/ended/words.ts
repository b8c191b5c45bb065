/** An answer as a record has it: all of it, and the same in every language and place. */
import { isJsonObject, type JsonObject } from '../json.ts';
import { labelIn } from '../reviews/kinds/labels.ts';
import type { Review } from '../reviews/schema.ts';

type Answered = Pick<Review, 'type' | 'payload' | 'response'>;

/** Null where nobody answered. */
export function answerText({ type, payload, response }: Answered): string | null {
  if (!response) return null;
  if (response._dismissed === true) return textOf(payload.dismissLabel) ?? 'Dismissed';
  switch (type) {
    case 'approval':
      return labelIn(payload.options, 'id', response.selectedOption);
    case 'selection':
      return listOf(response.selectedIds)
        .map((id) => labelIn(payload.items, 'id', id))
        .join('; ');
    case 'text-input':
      return textOf(response.text) ?? '';
    case 'form':
      return formText(payload, response);
    default:
      return pairs(Object.entries(response).filter(([name]) => !isComment(name)));
  }
}

/** What was said beside the answer; null where nothing was. */
export function commentText({ response }: Answered): string | null {
  if (!response) return null;
  const comments = listOf(response.comments)
    .filter(isJsonObject)
    .map(({ path, line, text }) => `${[path, line].filter(Boolean).join(':')}: ${text}`);
  return textOf(response.comment) ?? (comments.length > 0 ? comments.join('\n') : null);
}

const isComment = (name: string) => name === 'comment' || name === 'comments';

function formText({ fields }: JsonObject, response: JsonObject): string {
  const labels = listOf(fields)
    .filter(isJsonObject)
    .map(({ name, label, options }) => {
      const value = response[String(name)];
      const said = typeof value === 'string' ? labelIn(options, 'value', value) : value;
      return [textOf(label) ?? String(name), said] as [string, unknown];
    });
  return pairs(labels);
}

const pairs = (all: [string, unknown][]) =>
  all
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
