import type { KindView } from '../../cli/kinds/kind-view.ts';
import { namedValues } from '../../cli/kinds/named-values.ts';
import { plainRows } from '../../cli/layout/plain.ts';
import { printable } from '../../cli/output.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { HEADING } from '../../core/reviews/kinds/labels.ts';
import { listedField } from '../form/terminal-view.ts';
import { formOf } from './schema-form.ts';
import { ANSWER_SCHEMA, answerLabel, answerSchemaIn } from './words.ts';

export const plugin: KindView = {
  subject: (payload, page) => plainRows(factsOf(payload), page),
  wholeSubject: factsOf,
  listed: (payload) => (formOf(answerSchemaIn(payload))?.fields ?? []).map(listedField),
  written: (response, payload) => namedValues(response, (name) => answerLabel(payload, name)),
  choices: () => [{ key: '↵', text: 'answer' }],
};

/** Payload fields that only a plugin or a schema defines. */
const ELSEWHERE = [...HEADING, 'submitLabel', 'dismissLabel'];
const isSchema = (name: string) => name === 'schema' || name === ANSWER_SCHEMA;

/** Lists the remaining fields of a payload, one per line; a schema that becomes fields is omitted. */
function factsOf(payload: JsonObject): string {
  const facts = Object.entries(payload).filter(
    ([name, value]) => !ELSEWHERE.includes(name) && !(isSchema(name) && formOf(value)),
  );
  return facts.map(([name, value]) => printable(factOf(name, value))).join('\n');
}

function factOf(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return value.includes('\n') ? `${name}:\n${value.trimEnd()}` : `${name}: ${value}`;
  }
  if (!isJsonObject(value) && !Array.isArray(value)) return `${name}: ${JSON.stringify(value)}`;
  return `${name}:\n${JSON.stringify(value, null, 2).replaceAll('\\n', '\n')}`;
}
