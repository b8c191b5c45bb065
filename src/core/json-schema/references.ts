import { isJsonObject, type JsonObject } from '../json.ts';
import { nodesOf } from './nodes.ts';

/** Resolves `#`, or a JSON pointer such as `#/$defs/x`; undefined if it leads nowhere. */
export function targetOf(schema: JsonObject, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  const parts = reference.split('/').slice(1).map(unescapePointer);
  return parts.reduce<unknown>(
    (at, part) => (isContainer(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    schema,
  );
}

/** Every `$ref` in a schema. */
export function* references(schema: JsonObject): Generator<string> {
  for (const { value, role } of nodesOf(schema)) {
    if (role !== 'schema' || !isJsonObject(value)) continue;
    if (typeof value.$ref === 'string') yield value.$ref;
  }
}

const isContainer = (value: unknown): value is JsonObject =>
  isJsonObject(value) || Array.isArray(value);

function unescapePointer(part: string): string {
  const escaped = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}
