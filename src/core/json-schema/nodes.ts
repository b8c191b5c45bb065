/** The nodes of a schema: its schemas, and everything in their lists and maps. */
import { isJsonObject, isLongNumber } from '../json.ts';

export const MOST_NODES = 2000;
export const DEEPEST = 20;

/** A schema; a list or map of schemas; or a keyword's plain value. */
export type Role = 'schema' | 'list' | 'data';
export type Node = { value: unknown; path: string[]; depth: number; role: Role };

export const single = [
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
];
export const lists = ['prefixItems', 'items', 'allOf', 'anyOf', 'oneOf'];
export const maps = [
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
];
const [isSingle, isList, isMap] = [new Set(single), new Set(lists), new Set(maps)];

/** From the outside in. The words and numbers of a schema are part of it. */
export function* nodesOf(
  value: unknown,
  path: string[] = [],
  depth = 1,
  role: Role = 'schema',
): Generator<Node> {
  yield { value, path, depth, role };
  if (typeof value !== 'object' || value === null || isLongNumber(value) || depth > DEEPEST) return;
  for (const [key, inner] of entriesOf(value)) {
    const isInner = typeof inner === 'object' && inner !== null && !isLongNumber(inner);
    if (role === 'schema' && !isInner) continue;
    const next = roleIn(role, key, inner);
    const isDeeper = role === 'data' || (next === 'schema' && isInner);
    yield* nodesOf(inner, [...path, key], depth + (isDeeper ? 1 : 0), next);
  }
}

/** A list may have far more entries than are accepted: none is created before it is requested. */
const entriesOf = (value: object): Iterable<[string, unknown]> =>
  Array.isArray(value) ? elementsOf(value) : Object.entries(value);

function* elementsOf(list: unknown[]): Generator<[string, unknown]> {
  for (const [index, element] of list.entries()) yield [String(index), element];
}

function roleIn(role: Role, key: string, inner: unknown): Role {
  if (role === 'data') return 'data';
  const isArray = Array.isArray(inner);
  // Only in `dependencies` may a list replace a schema.
  if (role === 'list') return isArray ? 'data' : 'schema';
  if (isArray) return isList.has(key) ? 'list' : 'data';
  if (isMap.has(key) && isJsonObject(inner)) return 'list';
  return isSingle.has(key) ? 'schema' : 'data';
}
