import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import { judge } from '../../src/core/json-schema/judge.ts';
import { loadPatterns } from '../../src/core/json-schema/patterns.ts';
import { leftToAgent, ObjectSchema, objectOf } from '../../src/core/json-schema.ts';

await loadPatterns();

/** Definitions that each name the next one twice. */
function doubling(depth: number) {
  const names = Array.from({ length: depth }, (_, n) => `d${n}`);
  const twice = (name: string) => ({ allOf: [{ $ref: name }, { $ref: name }] });
  const $defs = names.map((name, n) => [name, twice(`#/$defs/d${n + 1}`)]);
  const last = [`d${depth}`, { type: 'object' }];
  return { $ref: '#/$defs/d0', $defs: Object.fromEntries([...$defs, last]) };
}

test('refuses a schema whose references multiply', () => {
  expect(ObjectSchema.safeParse(doubling(5)).success).toBe(true);
  const { error } = ObjectSchema.safeParse(doubling(40));
  expect(error?.issues[0]?.message).toBe('Schema $refs recurse endlessly, or expand too far');
});

test('accepts a schema that refers to itself for each part of an answer', () => {
  const node = { properties: { children: { type: 'array', items: { $ref: '#' } } } };
  const children = Array.from({ length: 500 }, () => ({ children: [] }));
  expect(ObjectSchema.safeParse(node).success).toBe(true);
  expect(objectOf(node).safeParse({ children }).success).toBe(true);
  expect(objectOf(node).safeParse({ children: [{ children: 'none' }] }).success).toBe(false);
});

test('lists the first 200 faults of an answer, each once', () => {
  const schema = { properties: { names: { items: { type: 'string' } } } };
  const names = Array.from({ length: 3000 }, (_, n) => (n % 2 === 0 ? n : `${n}`));
  const { error } = objectOf(schema).safeParse({ names });
  expect(error?.issues).toHaveLength(200);
  expect(error?.issues[1]?.path).toEqual(['names', 2]);
});

test('refuses an unresolved reference, and follows one to a name with a bare %', () => {
  const schema = { properties: { a: { $ref: '#/$defs/100%' } } };
  const { error } = ObjectSchema.safeParse(schema);
  expect(error?.issues[0]?.message).toBe('$ref "#/$defs/100%" does not resolve');
  const whole = { ...schema, $defs: { '100%': { type: 'string' } } };
  expect(ObjectSchema.safeParse(whole).success).toBe(true);
});

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

function nested(depth: number, wrap: (inner: JsonObject) => JsonObject, inner: JsonObject) {
  return times(depth, () => wrap).reduce((schema, around) => around(schema), inner);
}

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const ifTrue = (inner: JsonObject) => ({ if: true, then: inner });
const allOf = (inner: JsonObject) => ({ allOf: [inner] });
const names = (count: number) => times(count, () => 'a');
const patterned = (count: number) => times(count, (at) => ({ pattern: `^\\p{L}${at}` }));
const entries = <T>(count: number, make: (index: number) => T) =>
  Object.fromEntries(times(count, (at) => [`k${at}`, make(at)]));

const outside: [what: string, schema: JsonObject, message: string, path: string][] = [
  [
    'conditions 55 deep',
    nested(55, ifTrue, { required: names(55_000) }),
    'A schema must not be nested more than 20 deep',
    'then.'.repeat(20).slice(0, -1),
  ],
  [
    'lists 28 deep',
    nested(28, allOf, { required: names(40_000) }),
    'A schema must not be nested more than 20 deep',
    'allOf.0.'.repeat(20).slice(0, -1),
  ],
  [
    '60,000 names',
    { required: names(60_000) },
    'A schema must not have more than 2000 nodes',
    'required.1998',
  ],
  [
    '12,000 schemas',
    { allOf: times(12_000, () => ({ required: ['a'] })) },
    'A schema must not have more than 2000 nodes',
    'allOf.666',
  ],
  [
    'a deep constant',
    { const: nested(30, (inner) => ({ inner }), {}) },
    'A schema must not be nested more than 20 deep',
    `const.${'inner.'.repeat(20).slice(0, -1)}`,
  ],
  [
    'many patterns',
    { allOf: patterned(600) },
    'The patterns of the schema are too large',
    'allOf.40.pattern',
  ],
  [
    'a pattern that looks ahead',
    { properties: { a: { pattern: '(?=a)' } } },
    'This pattern cannot be checked: lookaround and inline flags are not supported',
    'properties.a.pattern',
  ],
  [
    'a pattern for names',
    { patternProperties: { '(a)\\1': true } },
    'This pattern cannot be checked: back-references are not supported',
    'patternProperties.(a)\\1',
  ],
  ['a fan of references', doubling(18), 'Schema $refs recurse endlessly, or expand too far', ''],
];

test.each(outside)('refuses a schema with %s at its place', (_, schema, message, path) => {
  const { error } = ObjectSchema.safeParse(schema);
  expect(error?.issues.map((one) => [one.message, one.path.join('.')])).toEqual([[message, path]]);
});

const within: [what: string, schema: JsonObject][] = [
  [
    '20 deep',
    nested(18, (inner) => ({ properties: { inner } }), { properties: { a: { type: 'string' } } }),
  ],
  [
    '400 described properties',
    {
      properties: entries(400, (at) => ({
        type: 'string',
        title: `${at}`,
        description: 'x',
        minLength: 1,
      })),
      required: names(400),
    },
  ],
  ['a list of 1,900 values', { properties: { country: { enum: times(1900, String) } } }],
  [
    'the patterns of 60 fields',
    { properties: entries(60, (at) => ({ pattern: `^[a-z]{1,20}-\\d+${at}$` })) },
  ],
];

test.each(within)('accepts a schema with %s', (_, schema) => {
  expect(ObjectSchema.safeParse(schema).error?.issues).toBeUndefined();
});

const list = (items: JsonObject) => ({ properties: { list: items } });
const costly: [what: string, schema: JsonObject, answer: JsonObject, path: string][] = [
  [
    '300,000 items',
    list({ items: { type: 'number' } }),
    { list: times(300_000, () => 1) },
    'list.33331',
  ],
  [
    'uniqueness of 60,000 objects',
    list({ uniqueItems: true }),
    { list: times(60_000, (a) => ({ a })) },
    'list',
  ],
  [
    'a long text for a pattern',
    { properties: { text: { pattern: '.*.*.*x$' } } },
    { text: 'a'.repeat(100_000) },
    'text',
  ],
  [
    'a long address',
    { properties: { text: { format: 'uri' } } },
    { text: `http://${'a'.repeat(90_000)} ` },
    'text',
  ],
  [
    'objects 10,000 deep',
    { properties: { c: { $ref: '#' } } },
    nested(10_000, (c) => ({ c }), {}),
    times(250, () => 'c').join('.'),
  ],
  [
    'one value for a thousand schemas',
    {
      properties: { text: { allOf: times(900, () => ({ $ref: '#/$defs/long' })) } },
      $defs: { long: { const: 'x'.repeat(50_000) } },
    },
    { text: 'x'.repeat(50_000) },
    'text',
  ],
];

test.each(costly)(
  'refuses an answer with %s as too complex and says where',
  (_, schema, answer, path) => {
    expect(ObjectSchema.safeParse(schema).error?.issues).toBeUndefined();
    const { error } = objectOf(schema).safeParse(answer);
    expect(error?.issues.map((one) => one.message.split('.')[0])).toEqual(['Too complex to check']);
    expect(error?.issues[0]?.path.join('.')).toBe(path);
  },
);

test('finds duplicates among objects in steps linear in their number', () => {
  const stepsFor = (count: number) =>
    judge(list({ uniqueItems: true }), { list: times(count, (a) => ({ a })) }).steps;
  expect(stepsFor(30_000)).toBeLessThan(stepsFor(3000) * 11);
});

test.each([
  ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1.0}', false],
  ['1', '1.0', false],
  ['0', '-0', false],
  ['1', '"1"', true],
  ['null', '1e999', true],
  ['[1]', '["1"]', true],
  ['{"a":null}', '{}', true],
  ['true', '1', true],
])('compares %s with %s in a list of unique items: %p', (one, other, isUnique) => {
  const answer = { list: [JSON.parse(one), JSON.parse(other)] };
  expect(objectOf(list({ uniqueItems: true })).safeParse(answer).success).toBe(isUnique);
});

test('accepts answers to a question from before the limits, and leaves the excess to the agent', () => {
  const endless = { ...doubling(40), properties: { a: { pattern: '(?=a)' } } };
  expect(objectOf(endless).safeParse({}).success).toBe(false);
  const deep = nested(55, ifTrue, { required: names(55_000) });
  expect(objectOf(deep).safeParse({ a: 1 }).success).toBe(true);
  expect(leftToAgent(deep)).toStartWith(
    'Only the agent can fully check this answer. A schema must not be nested more than 20 deep (then',
  );
  const ahead = { properties: { a: { pattern: '(?=a)', maxLength: 3 } } };
  expect(objectOf(ahead).safeParse({ a: 'bbb' }).success).toBe(true);
  expect(objectOf(ahead).safeParse({ a: 'bbbb' }).success).toBe(false);
  expect(leftToAgent(ahead)).toEndWith('(properties.a.pattern).');
  expect(leftToAgent({ type: 'object' })).toBeUndefined();
});

const wrongKeywords: [schema: JsonObject, path: string][] = [
  [{ type: 'thing' }, 'type'],
  [{ type: [] }, 'type'],
  [{ required: 'a' }, 'required'],
  [{ allOf: [] }, 'allOf'],
  [{ anyOf: [1] }, 'anyOf.0'],
  [{ properties: { a: 1 } }, 'properties.a'],
  [{ properties: [] }, 'properties'],
  [{ items: 'x' }, 'items'],
  [{ not: { minimum: '3' } }, 'not.minimum'],
  [{ minLength: -1 }, 'minLength'],
  [{ multipleOf: 0 }, 'multipleOf'],
  [{ dependencies: { a: [1] } }, 'dependencies'],
  [{ dependentRequired: { a: 'b' } }, 'dependentRequired'],
  [{ unevaluatedItems: 1 }, 'unevaluatedItems'],
  [{ $ref: 'https://example.com/schema' }, '$ref'],
  [{ pattern: 1 }, 'pattern'],
];

test.each(wrongKeywords)('refuses the schema %j at the keyword', (schema, path) => {
  const { error } = ObjectSchema.safeParse(schema);
  expect(error?.issues.map((one) => one.path.join('.'))).toEqual([path]);
});

test('keeps unknown keywords whatever their value', () => {
  const schema = { 'x-ui': { type: 'fancy', pattern: '(?=' }, default: { $ref: 'x', required: 1 } };
  expect(ObjectSchema.safeParse(schema).data).toEqual(schema);
});
