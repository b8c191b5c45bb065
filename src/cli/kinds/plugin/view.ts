import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { HEADING } from '../../../core/reviews/kinds/labels.ts';
import { plainRows } from '../../layout/plain.ts';
import { printable } from '../../output.ts';
import type { KindView } from '../kind-view.ts';

export const plugin: KindView = {
  subject: (payload, page) => plainRows(factsOf(payload), page),
  wholeSubject: factsOf,
  written: (response) =>
    Object.entries(response).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  choices: () => [{ key: '↵', text: 'answer' }],
};

/** Payload fields that only a plugin or a schema defines. */
const ELSEWHERE = [...HEADING, 'submitLabel', 'dismissLabel'];

/** Lists the remaining fields of a payload, one per line; a schema that becomes fields is omitted. */
function factsOf(payload: JsonObject): string {
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
