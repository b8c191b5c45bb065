/** Payload fields that only a plugin or a schema defines. */
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { HEADING } from '../../../core/reviews/kinds/labels.ts';
import { printable } from '../../output.ts';

const ELSEWHERE = [...HEADING, 'submitLabel', 'dismissLabel'];

/** Lists the remaining fields of a payload, one per line; a schema that becomes fields is omitted. */
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
