/** The keywords of draft 2020-12 and 07 with their types; unknown keywords are kept. */
import type { Issue } from '../errors.ts';
import { isJsonObject, isNumeric, type JsonObject, writtenAs } from '../json.ts';
import { decimalOf } from '../numbers.ts';
import { lists, maps, nodesOf, single } from './nodes.ts';

type Found = Pick<Issue, 'message' | 'path'>;
type Takes = { what: string; fits: (value: unknown) => boolean };

/** Yields the faults in the keywords of a schema that is within its limits. */
export function* wrongKeywords(schema: JsonObject): Generator<Found> {
  for (const { value, path, role } of nodesOf(schema)) {
    if (role !== 'schema') continue;
    if (!schemas.fits(value)) yield { path, message: `Expected ${schemas.what}` };
    if (!isJsonObject(value)) continue;
    for (const [keyword, given] of Object.entries(value)) {
      const takes = Object.hasOwn(keywords, keyword) && keywords[keyword];
      if (!takes || takes.fits(given)) continue;
      yield { path: [...path, keyword], message: `Expected ${takes.what}` };
    }
  }
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const isType = (value: unknown) => types.includes(String(value)) && typeof value === 'string';

const schemas: Takes = {
  what: 'a schema: an object, true or false',
  fits: (value) => isJsonObject(value) || typeof value === 'boolean',
};
const schemaList: Takes = {
  what: 'a list of schemas',
  fits: (value) => Array.isArray(value) && value.length > 0,
};
const schemaMap: Takes = { what: 'an object of schemas', fits: isJsonObject };
const text: Takes = { what: 'a text', fits: (value) => typeof value === 'string' };
const number: Takes = { what: 'a number', fits: isNumeric };
const count: Takes = {
  what: 'a whole number, 0 or more',
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
};

const sameFor = (names: string[], takes: Takes) =>
  Object.fromEntries(names.map((name) => [name, takes]));

const keywords: Record<string, Takes> = {
  ...sameFor(single, schemas),
  ...sameFor(lists, schemaList),
  ...sameFor(maps, schemaMap),
  items: {
    what: 'a schema, or a list of schemas',
    fits: (value) => schemas.fits(value) || Array.isArray(value),
  },
  prefixItems: { what: 'a list of schemas', fits: Array.isArray },
  dependencies: {
    what: 'an object of schemas or lists of names',
    fits: (value) =>
      isJsonObject(value) &&
      Object.values(value).every((one) => (Array.isArray(one) ? isTexts(one) : schemas.fits(one))),
  },
  dependentRequired: {
    what: 'an object of lists of names',
    fits: (value) => isJsonObject(value) && Object.values(value).every(isTexts),
  },
  ...sameFor(['title', 'description', 'format', 'pattern'], text),
  ...sameFor(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], number),
  ...sameFor(['minLength', 'maxLength', 'minItems', 'maxItems'], count),
  ...sameFor(['minProperties', 'maxProperties', 'minContains', 'maxContains'], count),
  multipleOf: {
    what: 'a number above 0',
    fits: (value) => isNumeric(value) && decimalOf(writtenAs(value)).sign > 0,
  },
  uniqueItems: { what: 'true or false', fits: (value) => typeof value === 'boolean' },
  enum: { what: 'a list of values', fits: Array.isArray },
  required: { what: 'a list of names', fits: isTexts },
  type: {
    what: `one or more of ${types.join(', ')}`,
    fits: (value) =>
      isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  },
  $ref: {
    what: 'a reference within the schema, such as #/$defs/x',
    fits: (value) => typeof value === 'string' && value.startsWith('#'),
  },
};
