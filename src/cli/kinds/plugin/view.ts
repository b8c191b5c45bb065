import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { HEADING } from '../../../core/reviews/kinds/labels.ts';
import {
  ANSWER_SCHEMA,
  answerLabel,
  answerSchemaIn,
} from '../../../core/reviews/kinds/plugin/words.ts';
import { plainRows } from '../../layout/plain.ts';
import { printable } from '../../output.ts';
import { listedField } from '../form/view.ts';
import type { KindView } from '../kind-view.ts';
import { namedValues } from '../named-values.ts';

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
