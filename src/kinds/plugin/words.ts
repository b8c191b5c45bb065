/** A question whose structure only its plugin or schema defines: it may contain anything. */

import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { labelsIn, namesPassword, textIn } from '../../core/reviews/kinds/labels.ts';
import { hideDefaults } from '../form/secrets.ts';
import { exampleOf } from './example.ts';

/** In the payload of a plugin's question: the schema of its answer, which the plugin sets. */
export const ANSWER_SCHEMA = '_answerSchema';

/** The schema of an answer, of a plugin or of the question itself; undefined without one. */
export const answerSchemaIn = (payload: JsonObject): unknown =>
  payload[ANSWER_SCHEMA] ?? payload.schema;

/** Returns the `title` of a property in the schema of an answer; its name without one. */
export function answerLabel(payload: JsonObject, name: string): string {
  const schema = answerSchemaIn(payload);
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return (isJsonObject(property) ? textIn(property, 'title') : undefined) ?? name;
}

export const plugin: KindWords = {
  labels: ({ options, items, fields }) => labelsIn(options ?? items ?? fields),
  searched: ({ options, items, fields }) => [options, items, fields].flatMap(labelsIn),
  asksSecret: (payload) => namesPassword(payload.fields) || namesPassword(answerSchemaIn(payload)),
  hideInQuestion: hideDefaults,
  answerLabel,
  example: (payload) => exampleOf(answerSchemaIn(payload)),
};
