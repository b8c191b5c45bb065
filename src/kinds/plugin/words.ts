/** A question whose structure only its plugin or schema defines: it may contain anything. */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { labelsIn, namesPassword, textIn } from '../../core/reviews/kinds/labels.ts';
import { hideDefaults } from '../form/words.ts';

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

const DEEPEST = 6;
const MOST = 50;

/**
 * Returns a value that a schema accepts, for a person to start from. It contains only what is required; a pattern or a rule over several values may still
 * refuse it.
 */
export function exampleOf(schema: unknown): JsonObject {
  const value = exampleFor(schema, 0);
  return isJsonObject(value) ? value : {};
}

function exampleFor(schema: unknown, depth: number): unknown {
  if (!isJsonObject(schema) || depth > DEEPEST) return {};
  const { enum: values, examples } = schema;
  for (const name of ['default', 'const']) if (Object.hasOwn(schema, name)) return schema[name];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(examples)) return examples[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array')
    return Number(schema.minItems) > 0 ? [exampleFor(schema.items, depth + 1)] : [];
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'number' || type === 'integer') return schema.minimum ?? 0;
  return objectOf(schema, depth);
}

function objectOf({ properties, required }: JsonObject, depth: number): JsonObject {
  if (!isJsonObject(properties) || !Array.isArray(required)) return {};
  const names = required.filter((name) => Object.hasOwn(properties, name)).slice(0, MOST);
  return Object.fromEntries(names.map((name) => [name, exampleFor(properties[name], depth + 1)]));
}
