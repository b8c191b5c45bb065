/** The verdict of the interpreter about a value, held against a library that has no bounds. */
import { expect, test } from 'bun:test';
import { dereference, encodePointer, type Schema, validate } from '@cfworker/json-schema';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { judge } from '../../../src/core/json-schema/judge.ts';
import { loadPatterns } from '../../../src/core/json-schema/patterns.ts';

await loadPatterns();

const key = fc.constantFrom('a', 'b', 'ab', 'ü', '__proto__', 'constructor', 'x/y', '~');
const plain = fc.constantFrom('a', 'b', 'ab');
const count = fc.nat(3);
const text = fc.constantFrom('', 'a', 'ab', 'b', '😀', '2028-02-29', 'a@b.example', '1.2.3.4');
const number = fc.constantFrom(0, -0, 1, 2, 3, 0.1, 0.3, -1, 1e21, 5e-7, 2.5);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));

const type = fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean');
const { schema } = fc.letrec<{ schema: JsonObject | boolean; part: JsonObject }>((tie) => {
  const some = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(key, tie('schema'), { maxKeys: 3 });
  const names = fc.array(key, { maxLength: 2 });
  const parts = [
    { type: fc.oneof(type, fc.array(type, { minLength: 1, maxLength: 3 })) },
    { enum: fc.array(value, { minLength: 1, maxLength: 3 }) },
    { const: value },
    { $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '#/$defs/x~1y') },
    { allOf: some },
    { anyOf: some },
    { oneOf: some },
    { not: tie('schema') },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: tie('schema'), then: tie('schema'), else: tie('schema') },
    { if: tie('schema'), else: tie('schema') },
    { properties: named },
    { properties: named, additionalProperties: tie('schema') },
    { properties: named, patternProperties: fc.record({ '^a': tie('schema'), b$: tie('schema') }) },
    { patternProperties: fc.record({ a: tie('schema') }), additionalProperties: tie('schema') },
    { required: names },
    { propertyNames: tie('schema') },
    { minProperties: count },
    { maxProperties: count },
    { dependentRequired: fc.dictionary(key, names, { maxKeys: 2 }) },
    { dependentSchemas: named },
    // The library takes a name such as `constructor` for a keyword there.
    { dependencies: fc.dictionary(plain, fc.oneof(names, tie('schema')), { maxKeys: 2 }) },
    { items: tie('schema') },
    { items: some, additionalItems: tie('schema') },
    { prefixItems: some, items: tie('schema') },
    { prefixItems: some },
    { contains: tie('schema') },
    { contains: tie('schema'), minContains: count, maxContains: count },
    { uniqueItems: fc.boolean() },
    { minItems: count },
    { maxItems: count },
    { minLength: count },
    { maxLength: count },
    { pattern: fc.constantFrom('^a', 'b$', '^[a-z]+$', '\\p{L}', '^.$', '^\\S*$') },
    { format: fc.constantFrom('date', 'email', 'ipv4', 'nothing', 'regex', 'uri') },
    { minimum: number },
    { maximum: number },
    { exclusiveMinimum: number },
    { exclusiveMaximum: number },
    { multipleOf: fc.constantFrom(1, 0.1, 3, 1e-7) },
    { anyOf: some, unevaluatedProperties: tie('schema') },
    { properties: named, unevaluatedProperties: tie('schema') },
    { prefixItems: some, unevaluatedItems: tie('schema') },
    { contains: tie('schema'), unevaluatedItems: tie('schema') },
  ].map((part) => fc.record(part as Record<string, fc.Arbitrary<unknown>>));
  const several = fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), fc.record({ type }), tie('part')),
    part: several.map((all) => Object.assign({}, ...all) as JsonObject),
  };
});

/** Definitions that end: each names nothing further. */
const leaf = fc.oneof(fc.boolean(), fc.record({ type }), fc.record({ minLength: count }));
const root = fc
  .tuple(schema, leaf, leaf, leaf)
  .map(([own, a, b, c]) => ({ ...Object(own), $defs: { a, b, 'x/y': c } }));

function expected(schema: JsonObject, instance: unknown) {
  const copy = structuredClone(schema) as Schema;
  return validate(instance, copy, '2020-12', dereference(copy), false);
}

/** The library has it as a pointer in a fragment. */
const pointer = (path: (string | number)[]) =>
  ['#', ...path.map((part) => encodePointer(String(part)))].join('/');

/** These have a sentence of ours. */
const reworded = ['maxProperties', 'contains', 'minContains', 'maxContains'];

test('agrees with an unbounded interpreter on every value and error', () => {
  fc.assert(
    fc.property(root, value, (schema, instance) => {
      const { violations, tooMuchAt } = judge(schema, instance);
      const { valid, errors } = expected(schema, instance);
      expect([tooMuchAt, violations.length === 0]).toEqual([undefined, valid]);
      const said = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
      for (const { keyword, message, path } of violations) {
        if (!reworded.includes(keyword)) expect(said).toContain(`${pointer(path)} ${message}`);
      }
    }),
    { numRuns: 3000 },
  );
}, 30_000);
