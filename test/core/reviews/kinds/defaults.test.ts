/** The initial values of a form's fields are validated like an answer. */
import { expect, test } from 'bun:test';
import { toIssues } from '../../../../src/core/issues.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { checkAnswer } from '../../../../src/core/reviews/answers.ts';
import { parsePayload } from '../../../../src/core/reviews/kinds.ts';
import { firstValues } from '../../../../src/kinds/form/dashboard/field-values.ts';
import type { Field } from '../../../../src/kinds/form/schema.ts';
import { formOf } from '../../../../src/kinds/plugin/schema-form.ts';

const formWith = (field: JsonObject) =>
  parsePayload('form', { fields: [{ name: 'a', label: 'A', ...field }] });

const storedFields = (field: JsonObject) => (formWith(field).data?.fields ?? []) as Field[];

const choice = { type: 'select', options: ['eu', 'us'] };

const kept: [field: JsonObject, defaultValue: unknown, stored: unknown][] = [
  [{ type: 'text' }, 'Ada', 'Ada'],
  [{ type: 'number' }, 3, 3],
  [{ type: 'number' }, '3', 3],
  [{ type: 'number' }, '1.125', 1.125],
  [{ type: 'number' }, '1e-7', 1e-7],
  [{ type: 'range', min: 0, max: 10 }, 10, 10],
  [choice, 'us', 'us'],
  [{ type: 'checkbox' }, true, true],
  [{ type: 'checkbox' }, 'true', true],
  [{ type: 'checkbox' }, 'false', false],
  [{ type: 'checkbox', required: true }, 'false', false],
  [{ type: 'date' }, '2030-01-02', '2030-01-02'],
  [{ type: 'date' }, '2030-01-02T23:30:00.000Z', '2030-01-02'],
  [{ type: 'date' }, '2030-01-02T23:30:00-08:00', '2030-01-02'],
  [{ type: 'time' }, '2030-01-02T23:30:59+02:00', '23:30'],
  [{ type: 'time' }, '09:30', '09:30'],
  [{ type: 'datetime' }, '2030-01-02T23:30:59.999Z', '2030-01-02T23:30'],
  [{ type: 'datetime' }, '2030-01-02T23:30:59', '2030-01-02T23:30'],
  [{ type: 'email' }, 'ada@example.com', 'ada@example.com'],
  [{ type: 'email' }, 'ada@example.com\n', 'ada@example.com'],
  [{ type: 'text' }, 'Ada\r\n', 'Ada'],
  [{ type: 'textarea' }, 'Ada\nEve\n', 'Ada\nEve\n'],
];

test.each(kept)('accepts for a field %j the default %j', (field, defaultValue, stored) => {
  const fields = storedFields({ ...field, defaultValue });
  expect(fields[0]?.defaultValue).toBe(stored);
  expect(firstValues(fields)).toEqual({ a: stored });
});

test('shows a stored default with line breaks on one line, which can be sent', () => {
  const field = { name: 'a', label: 'A', type: 'text', required: true } as const;
  const older = { ...field, defaultValue: 'first \r\n\nsecond\n' } as Field;
  const shown = firstValues([older]);
  expect(shown).toEqual({ a: 'first  second' });
  const review = { type: 'form', payload: { fields: [older] } };
  expect(checkAnswer(review, shown)).toEqual({ answer: shown });
  expect(firstValues([{ ...older, type: 'textarea' }])).toEqual({ a: older.defaultValue });
});

test.each(['', null])('treats %j as no default for any field', (defaultValue) => {
  for (const type of ['text', 'number', 'checkbox', 'date', 'email', 'password']) {
    for (const required of [true, false]) {
      const fields = storedFields({ type, required, defaultValue });
      expect(fields).toStrictEqual([{ name: 'a', label: 'A', type, required } as Field]);
    }
  }
});

const refused: [field: JsonObject, defaultValue: unknown, message: string][] = [
  [{ type: 'number' }, 'abc', 'Expected a number'],
  [{ type: 'number' }, '1,000', 'Write 1000 or 1.0'],
  [{ type: 'number' }, '9007199254740993', 'Too many digits to keep'],
  [{ type: 'text' }, 'Ada\nEve', 'Must be one line'],
  [{ type: 'url' }, 'https://example.com/\u2028x', 'Must be one line'],
  [{ type: 'number', max: 2 }, 3, 'At most 2'],
  [{ type: 'range', min: 4 }, '3', 'At least 4'],
  [{ type: 'text' }, 7, 'expected string'],
  [{ type: 'text', maxLength: 2 }, 'Ada', 'At most 2 characters'],
  [choice, 'asia', 'expected one of "eu"|"us"'],
  [{ type: 'checkbox' }, 'yes', 'expected boolean'],
  [{ type: 'checkbox' }, 1, 'expected boolean'],
  [{ type: 'date' }, '02.01.2030', 'Expected a date as yyyy-MM-dd'],
  [{ type: 'date' }, '2030-02-30', 'Expected a date'],
  [{ type: 'date' }, '2030-02-30T10:00:00Z', 'Expected a date'],
  [{ type: 'date' }, '2030-01-02T99:00:00Z', 'Expected a date'],
  [{ type: 'time' }, '25:00', 'Expected a time as HH:mm'],
  [{ type: 'datetime' }, 'soon', 'Expected a date and time'],
  [{ type: 'email' }, 'ada', 'Expected an e-mail address'],
  [{ type: 'url' }, 'ada', 'Expected a URL'],
  [{ type: 'text' }, { first: 'Ada' }, 'expected string'],
];

test.each(refused)('refuses for a field %j the default %j', (field, defaultValue, message) => {
  const { error } = formWith({ ...field, defaultValue });
  expect(toIssues(error?.issues ?? [])).toEqual([
    expect.objectContaining({
      path: ['fields', '0', 'defaultValue'],
      message: expect.stringContaining(message),
    }),
  ]);
});

test('takes from a JSON Schema only the defaults that are valid', () => {
  const form = formOf({
    properties: {
      region: { enum: ['eu', 'us'], default: 'us' },
      nodes: { type: 'integer', default: 3 },
      sure: { type: 'boolean', default: true },
      tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
      share: { type: 'number', maximum: 1, default: 2 },
      lost: { enum: ['eu'], default: 'asia' },
    },
  });
  const defaults = form?.fields.map(({ name, defaultValue }) => [name, defaultValue]);
  expect(Object.fromEntries(defaults ?? [])).toEqual({
    region: '"us"',
    nodes: 3,
    sure: true,
    tags: 'a\nb',
    share: undefined,
    lost: undefined,
  });
});
