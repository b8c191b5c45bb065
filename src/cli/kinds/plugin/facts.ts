/** What a question is about that only its plugin or its schema knows. */
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { HEADING } from '../../../core/reviews/kinds/labels.ts';
import { printable } from '../../output.ts';

const ELSEWHERE = [...HEADING, 'submitLabel', 'dismissLabel'];

/** What else a payload has, a line each; a schema that becomes fields is asked and not shown. */
export function factsOf(payload: JsonObject): string {
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
