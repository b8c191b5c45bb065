import { expect, test } from 'bun:test';
import { ObjectSchema, objectOf } from '../../src/core/json-schema.ts';

/** Definitions that each name the next one twice. */
function doubling(depth: number) {
  const names = Array.from({ length: depth }, (_, n) => `d${n}`);
  const twice = (name: string) => ({ allOf: [{ $ref: name }, { $ref: name }] });
  const $defs = names.map((name, n) => [name, twice(`#/$defs/d${n + 1}`)]);
  const last = [`d${depth}`, { type: 'object' }];
  return { $ref: '#/$defs/d0', $defs: Object.fromEntries([...$defs, last]) };
}

test('a schema whose references multiply is refused, not followed', () => {
  expect(ObjectSchema.safeParse(doubling(5)).success).toBe(true);
  const { error } = ObjectSchema.safeParse(doubling(40));
  expect(error?.issues[0]?.message).toBe('The schema refers to itself without end, or too often');
});

test('a schema may refer to itself for each part of an answer', () => {
  const node = { properties: { children: { type: 'array', items: { $ref: '#' } } } };
  const children = Array.from({ length: 500 }, () => ({ children: [] }));
  expect(ObjectSchema.safeParse(node).success).toBe(true);
  expect(objectOf(node).safeParse({ children }).success).toBe(true);
  expect(objectOf(node).safeParse({ children: [{ children: 'none' }] }).success).toBe(false);
});

test('of an answer with many faults each is told once', () => {
  const schema = { properties: { names: { items: { type: 'string' } } } };
  const names = Array.from({ length: 3000 }, (_, n) => (n % 2 === 0 ? n : `${n}`));
  const { error } = objectOf(schema).safeParse({ names });
  expect(error?.issues).toHaveLength(1500);
  expect(error?.issues[1]?.path).toEqual(['names', '2']);
});

test('a reference to nothing is refused; one to a name with a bare % is followed', () => {
  const schema = { properties: { a: { $ref: '#/$defs/100%' } } };
  const { error } = ObjectSchema.safeParse(schema);
  expect(error?.issues[0]?.message).toBe('Nothing stands at the reference "#/$defs/100%"');
  const whole = { ...schema, $defs: { '100%': { type: 'string' } } };
  expect(ObjectSchema.safeParse(whole).success).toBe(true);
});
