/** Makes arbitraries of JSON Schemas: mostly what the schema takes, now and then what it does not. */
import fc, { type Arbitrary } from 'fast-check';
import { anyCharacter } from '../texts/characters.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: { if: Schema; then: Schema }[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  examples?: Record<string, unknown>[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};
export type Named = Record<string, Schema>;

/** Without it fast-check prefers the first choice more and more with depth. */
export const wide = { depthSize: 'max' } as const;

/** The value in `chance` of a hundred cases, otherwise nothing. */
export const maybe = (value: Arbitrary<unknown>, chance: number) =>
  fc.tuple(fc.nat(99), value).map(([n, given]) => (n < chance ? given : undefined));

const LONG = 'x'.repeat(300_000);
const DEEP = JSON.parse('['.repeat(60) + ']'.repeat(60));

const strings = fc.oneof(
  wide,
  { weight: 6, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 3, arbitrary: fc.string({ maxLength: 20, unit: anyCharacter }) },
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\udfff\ud800',
    '😀',
    'e\u0301',
    '\u202e',
    '%00',
    '"',
    "' --",
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', '../..', 'NaN', '1e999', '-0', 'null'),
  fc.constantFrom('a'.repeat(40).concat('!'), 'x'.repeat(101), 'x'.repeat(201), 'x'.repeat(2049)),
);

const rare = fc.constantFrom<unknown[]>(
  LONG,
  LONG.slice(0, 10_000).split(''),
  DEEP,
  '%'.repeat(5000),
);

/** Values that no schema of ours takes, or takes only just. */
export const odd: Arbitrary<unknown> = fc.oneof(
  wide,
  { weight: 8, arbitrary: strings },
  { weight: 4, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], { length: 1 }) },
  { weight: 3, arbitrary: fc.constantFrom(0, -0, -1, 0.5, 2 ** 53, 1e308, -1e308, 5e-324) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: rare },
);

/** A placeholder for the n-th item of a kind in the world. */
export const pick = (...kinds: string[]): Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(99)).map(([kind, n]) => `@${kind}${n}`);

/** Schemas that are dear to follow, or that no library expects. */
const schemas = fc.constantFrom<unknown[]>(
  { $ref: '#' },
  { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  { $id: 'http://[', $ref: '#/properties/__proto__', properties: {} },
  { properties: { text: { type: 'string', format: 'uri', pattern: '^(?=x)\\p{L}' } } },
  { type: 'object', properties: { a: { items: { $ref: '#' } } }, __absolute_ref__: 1 },
  { allOf: [{ $ref: '#' }, { $ref: '#' }] },
  doubling(12),
  doubling(30),
  doubling(60),
);

function doubling(times: number) {
  const all = Array.from({ length: times }, (_, n) => {
    const next = { $ref: `#/$defs/d${n + 1}` };
    return [`d${n}`, { allOf: [next, next] }];
  });
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(all), [`d${times}`]: {} } };
}

const ids: Record<string, Arbitrary<unknown>> = {
  channel: pick('channel'),
  channelId: pick('channel'),
  agentId: pick('channel'),
  cursor: pick('message'),
  after: pick('message'),
  message: pick('message'),
  streamId: pick('stream'),
  attachmentIds: fc.array(pick('file'), { maxLength: 5 }),
  channels: fc.array(pick('channel'), { maxLength: 2 }),
  email: pick('email'),
  token: pick('setup'),
  clientId: pick('client'),
  schema: schemas,
  timeout: fc.constantFrom(0, 1, '5', -1, 'x'),
  expiresInSeconds: fc.constantFrom(1, 2, 3600),
  password: fc.constantFrom('correct horse', 'correct horse battery', 'x'),
};

/** Values of a property of this name: an id that there is, an example, what the schema takes. */
export function property(name: string, schema: Schema, named: Named, example?: unknown) {
  const own = ids[name];
  return fc.oneof(
    wide,
    { weight: 6, arbitrary: arbitraryOf(schema, named) },
    { weight: example === undefined ? 0 : 4, arbitrary: fc.constant(example) },
    ...(own ? [{ weight: 40, arbitrary: own }] : []),
    { weight: 1, arbitrary: odd },
  );
}

/** Optional, but the most interesting faults are inside them. */
const deep = ['review', 'payload', 'schema'];

const made = new WeakMap<Schema, Arbitrary<unknown>>();

export function arbitraryOf(schema: Schema, named: Named): Arbitrary<unknown> {
  const kept = made.get(schema) ?? make(schema, named);
  made.set(schema, kept);
  return kept;
}

function make(schema: Schema, named: Named): Arbitrary<unknown> {
  const { $ref, anyOf, allOf, type } = schema;
  if ($ref) return arbitraryOf(named[$ref.split('/').at(-1) ?? ''] ?? {}, named);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(wide, ...anyOf.map((one) => arbitraryOf(one, named)));
  if (allOf) return fc.oneof(wide, ...allOf.map((rule) => objectOf(narrowed(schema, rule), named)));
  const types = [type].flat().flatMap((one) => (one ? [ofType(one, schema, named)] : []));
  return types.length > 0 ? fc.oneof(wide, ...types) : odd;
}

const narrowed = (schema: Schema, rule: { if: Schema; then: Schema }): Schema => ({
  ...schema,
  properties: { ...schema.properties, ...rule.if.properties, ...rule.then.properties },
});

function ofType(type: string, schema: Schema, named: Named): Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1000, items = {} } = schema;
  switch (type) {
    case 'object':
      return objectOf(schema, named);
    case 'array':
      return fc.array(arbitraryOf(items, named), { maxLength: 2 });
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(minimum, -(2 ** 31)),
        max: Math.min(maximum, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function objectOf(schema: Schema, named: Named): Arbitrary<unknown> {
  const { properties = {}, required = [], examples = [] } = schema;
  const values = Object.entries(properties).map(([name, inner]) => {
    const example = examples.find((one) => one[name] !== undefined)?.[name];
    const value = property(name, inner, named, example);
    return [name, maybe(value, required.includes(name) ? 98 : deep.includes(name) ? 70 : 20)];
  });
  const known = fc.record(Object.fromEntries(values) as Record<string, Arbitrary<unknown>>);
  const extra = fc.dictionary(strings, odd, { maxKeys: 2 });
  const nothing = fc.constant({});
  return fc
    .tuple(
      known,
      fc.oneof(wide, { weight: schema.additionalProperties ? 1 : 9, arbitrary: nothing }, extra),
    )
    .map(([some, more]) => ({ ...more, ...some }));
}

function stringOf({ format, minLength = 0, maxLength = 40 }: Schema): Arbitrary<unknown> {
  if (format === 'date-time') {
    return fc.oneof(
      wide,
      fc
        .date({ noInvalidDate: true, max: new Date('9999-12-31') })
        .map((date) => date.toISOString()),
      fc.constantFrom('2030-01-01T00:00:00Z', '2030-02-30T00:00:00Z', '0000-01-01T00:00:00+14:00'),
    );
  }
  if (format === 'uri')
    return fc.oneof(wide, fc.webUrl(), fc.constant('http://127.0.0.1/'), strings);
  if (format === 'email') return fc.oneof(wide, fc.emailAddress(), strings);
  const fitting = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  return fc.oneof(wide, { weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: strings });
}
