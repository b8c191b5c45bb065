/** A value that a schema accepts, for a person to start from. */
import { isJsonObject, type JsonObject } from '../../core/json.ts';

const DEEPEST = 6;
const MOST = 50;

/** Contains only what is required; a pattern or a rule over several values may still refuse it. */
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
