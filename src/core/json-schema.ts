/** JSON Schema as agents and plugins send it: checked when it comes in, and values checked by it. */
import { dereference, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import { z } from 'zod';
import { passIssues } from './issues.ts';
import { isJsonObject, JsonObject } from './json.ts';

const Count = z.number().int().min(0);
const SimpleType = z.enum(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const Pattern = z.string().refine(isPattern, 'Not a regular expression');

/** The keywords of draft 2020-12 and 07 with the values they take; unknown keywords are kept. */
const Keywords: z.ZodType<JsonObject> = z.looseObject({
  $ref: z
    .string()
    .startsWith('#', 'Only references within the schema, such as #/$defs/x')
    .optional(),
  $defs: z
    .record(
      z.string(),
      z.lazy(() => JsonSchema),
    )
    .optional(),
  definitions: z
    .record(
      z.string(),
      z.lazy(() => JsonSchema),
    )
    .optional(),
  type: z.union([SimpleType, z.array(SimpleType).min(1)]).optional(),
  enum: z.array(z.unknown()).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: Pattern.optional(),
  minLength: Count.optional(),
  maxLength: Count.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  minItems: Count.optional(),
  maxItems: Count.optional(),
  uniqueItems: z.boolean().optional(),
  minProperties: Count.optional(),
  maxProperties: Count.optional(),
  required: z.array(z.string()).optional(),
  properties: z
    .record(
      z.string(),
      z.lazy(() => JsonSchema),
    )
    .optional(),
  patternProperties: z
    .record(
      Pattern,
      z.lazy(() => JsonSchema),
    )
    .optional(),
  additionalProperties: z.lazy(() => JsonSchema).optional(),
  propertyNames: z.lazy(() => JsonSchema).optional(),
  items: z.lazy(() => z.union([JsonSchema, z.array(JsonSchema)])).optional(),
  prefixItems: z.lazy(() => z.array(JsonSchema)).optional(),
  contains: z.lazy(() => JsonSchema).optional(),
  allOf: z.lazy(() => z.array(JsonSchema).min(1)).optional(),
  anyOf: z.lazy(() => z.array(JsonSchema).min(1)).optional(),
  oneOf: z.lazy(() => z.array(JsonSchema).min(1)).optional(),
  not: z.lazy(() => JsonSchema).optional(),
  if: z.lazy(() => JsonSchema).optional(),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: z.lazy(() => JsonSchema).optional(),
  else: z.lazy(() => JsonSchema).optional(),
});

export const JsonSchema: z.ZodType<JsonObject | boolean> = z.union([z.boolean(), Keywords]);

/** A schema for an object: what a freeform review and a plugin may ask for. */
export const ObjectSchema = JsonObject.superRefine((schema, context) => {
  const parsed = Keywords.safeParse(schema);
  passIssues(context, parsed.error);
  if (!parsed.success) return;
  const lost = references(schema).find((reference) => !resolves(schema, reference));
  if (lost !== undefined) {
    context.addIssue({ code: 'custom', message: `Nothing stands at the reference "${lost}"` });
  } else if (objectOf(schema).safeParse({}).error?.issues[0]?.message === ENDLESS) {
    context.addIssue({ code: 'custom', message: ENDLESS });
  }
});

const ENDLESS = 'The schema refers to itself without end, or too often';

/** A zod schema that takes the objects which a JSON Schema takes, and says where others don't fit. */
export function objectOf(schema: JsonObject): z.ZodType<JsonObject> {
  return JsonObject.superRefine((value, context) => {
    for (const { keyword, error, instanceLocation } of violations(schema, value)) {
      const path = instanceLocation.split('/').slice(1).map(unescapePointer);
      context.addIssue({ code: 'custom', path, message: error, params: { keyword } });
    }
  });
}

function violations(schema: JsonObject, value: JsonObject): OutputUnit[] {
  try {
    const lookup = counted(dereference(schema as Schema));
    const { errors } = validate(value, schema as Schema, '2020-12', lookup, false);
    return leaves(errors).filter((unit) => unit.keyword !== 'additionalProperties');
  } catch {
    return [{ keyword: '$ref', keywordLocation: '#', instanceLocation: '#', error: ENDLESS }];
  }
}

type Lookup = Record<string, Schema | boolean>;
const MOST_NODES = 20_000;

/**
 * Throws once references have led through too much of the schema: thirty that each name the next one
 * twice would be followed a billion times.
 */
function counted(lookup: Lookup): Lookup {
  const sizes = new Map<string, number>();
  let nodes = 0;
  return new Proxy(lookup, {
    get(target, uri: string) {
      const size = sizes.get(uri) ?? sizeOf(target[uri]);
      sizes.set(uri, size);
      nodes += size;
      if (nodes > MOST_NODES) throw new RangeError(ENDLESS);
      return target[uri];
    },
  });
}

/** The number of values in a schema, itself too. */
function sizeOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 1;
  return Object.values(schema).reduce((sum: number, value) => sum + sizeOf(value), 1);
}

/** Of "properties" above "properties/age" only the second says what to do. */
function leaves(units: OutputUnit[]): OutputUnit[] {
  const inner = new Set(units.flatMap(({ keywordLocation }) => above(keywordLocation)));
  return units.filter((unit) => !inner.has(unit.keywordLocation));
}

/** `#/a/b` stands in `#/a` and in `#`. */
function above(location: string): string[] {
  const parts = location.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Every `$ref` in a schema. */
function references(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}

/** Whether `#`, or a JSON pointer such as `#/$defs/x`, leads somewhere. */
function resolves(schema: JsonObject, reference: string): boolean {
  const parts = reference.split('/').slice(1).map(unescapePointer);
  const target = parts.reduce<unknown>(
    (at, part) => (isJsonObject(at) || Array.isArray(at) ? (at as JsonObject)[part] : undefined),
    schema,
  );
  return target !== undefined && (reference === '#' || reference.startsWith('#/'));
}

function unescapePointer(part: string): string {
  const escaped = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

function isPattern(source: string): boolean {
  try {
    return Boolean(new RegExp(source, 'u'));
  } catch {
    return false;
  }
}
