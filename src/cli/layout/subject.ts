/** What a question is about beyond its words: a change, a scale, or what only a plugin knows. */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { plainLimits } from '../../core/messages/markdown.ts';
import { filesIn } from '../../core/reviews/kinds/diff-review/files.ts';
import { formOf } from '../../core/reviews/kinds/freeform/schema-form.ts';
import { isBuiltIn } from '../../core/reviews/kinds/names.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { printable } from '../output.ts';
import { diffRows } from './diff.ts';
import { cutRows, plainRows } from './plain.ts';
import { brokenRows } from './rows.ts';

type Asked = Pick<Review, 'type' | 'payload'>;
type Page = { columns: number; all: string; stream?: NodeJS.WriteStream | undefined };

export function subjectRows(review: Asked, page: Page): string[] {
  const { type, payload } = review;
  const files = type === 'diff-review' ? (filesIn(payload) ?? []) : [];
  if (files.length > 0) return cutRows(diffRows(files, { ...page, most: plainLimits.lines }), page);
  if (type === 'rating') return brokenRows(scaleOf(payload), page.columns);
  return plainRows(factsOf(review), page);
}

/** What the ends of a scale mean. */
export function scaleOf({ min = 1, max = 5, minLabel, maxLabel }: JsonObject): string {
  const end = (value: unknown, label: unknown) =>
    typeof label === 'string' && label.trim() !== ''
      ? `${value} (${printable(label)})`
      : `${value}`;
  return `From ${end(min, minLabel)} to ${end(max, maxLabel)}`;
}

const ELSEWHERE = ['title', 'description', 'prompt', 'submitLabel', 'dismissLabel'];

/** What else a payload has, a line each; a schema that becomes fields is asked and not shown. */
export function factsOf({ type, payload }: Asked): string {
  if (isBuiltIn(type) && type !== 'freeform') return '';
  const facts = Object.entries(payload).filter(
    ([name]) => !ELSEWHERE.includes(name) && !(name === 'schema' && formOf(payload.schema)),
  );
  return facts.map(([name, value]) => printable(factOf(name, value))).join('\n');
}

function factOf(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return value.includes('\n') ? `${name}:\n${value.trimEnd()}` : `${name}: ${value}`;
  }
  if (!isJsonObject(value) && !Array.isArray(value)) return `${name}: ${value}`;
  return `${name}:\n${JSON.stringify(value, null, 2).replaceAll('\\n', '\n')}`;
}
