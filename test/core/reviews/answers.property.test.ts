import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { checkAnswer } from '../../../src/core/reviews/answers.ts';
import type { builtInNames } from '../../../src/core/reviews/kinds/words.ts';
import { parsePayload } from '../../../src/core/reviews/kinds.ts';
import { accepts } from '../../support/inbox/answers.ts';

const RUNS = { numRuns: 1000 };
const ids = ['a', 'b', 'c', '__proto__', 'constructor', 'ü', '1'];
const id = fc.constantFrom(...ids);
const label = fc.string({ minLength: 1, maxLength: 9 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const distinctBy = <T extends object>(name: keyof T, one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 5, selector: (item) => item[name] });
const withoutUndefined = (value: object) => JSON.parse(JSON.stringify(value)) as JsonObject;

const buttons = {
  dismissLabel: maybe(label),
  submitLabel: maybe(label),
  extra: maybe(fc.jsonValue()),
};
const length = maybe(fc.nat(6));
const fieldType = fc.constantFrom(
  'text',
  'textarea',
  'number',
  'range',
  'select',
  'checkbox',
  'date',
  'time',
  'datetime',
  'email',
  'url',
  'password',
);
const field = fc.record({
  name: fc.constantFrom('a', 'b', 'constructor', 'toString', 'ü'),
  type: fieldType,
  label,
  required: maybe(fc.boolean()),
  options: distinctBy('value', fc.record({ value: id, label })),
  min: maybe(fc.integer({ min: -5, max: 5 })),
  max: maybe(fc.integer({ min: -5, max: 5 })),
  minLength: length,
  maxLength: length,
});

const payloads: Record<(typeof builtInNames)[number], fc.Arbitrary<object>> = {
  approval: fc.record({
    options: maybe(distinctBy('id', fc.record({ id, label }))),
    allowComment: maybe(fc.boolean()),
  }),
  selection: fc.record({
    ...buttons,
    mode: maybe(fc.constantFrom('single', 'multi', 'multiple')),
    items: distinctBy('id', fc.record({ id, label })),
  }),
  form: fc.record({ ...buttons, fields: distinctBy('name', field) }),
  'text-input': fc.record({ ...buttons, minLength: length, maxLength: length }),
  freeform: fc.record(buttons),
  questions: fc.record({
    ...buttons,
    questions: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'constructor', 'toString', 'ü'),
        question: label,
        options: maybe(distinctBy('id', fc.record({ id, label }))),
        multiple: maybe(fc.boolean()),
        other: maybe(fc.boolean()),
      }),
      { minLength: 1, maxLength: 4, selector: (one) => one.id },
    ),
  }),
  permission: fc.record({
    tool: label,
    input: fc.dictionary(id, fc.jsonValue()),
    choices: maybe(
      distinctBy('id', fc.record({ id, label, decision: maybe(fc.constantFrom('allow', 'deny')) })),
    ),
    editable: maybe(fc.boolean()),
  }),
};

/** Values that are near to being right. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', 'x', 'abcdef', '3', ' 4 ', '1e3', '2030-02-29', '2028-02-29', '23:59'),
  fc.constantFrom('24:00', '2028-02-29T23:59', '2028-02-29T23:59Z', 'a@example.com', 'a@b'),
  fc.constantFrom('https://example.com', 'nowhere', true, false, null, 3, -9, 2.5),
  fc.array(id, { maxLength: 4 }),
  id,
);
/** A value of the type, where texts won't do. */
const right: Record<string, unknown> = {
  number: 1,
  range: 1,
  select: 'a',
  checkbox: true,
  date: '2028-02-29',
  time: '23:59',
  datetime: '2028-02-29T23:59',
  email: 'a@example.com',
  url: 'https://example.com',
};

const anyAnswer = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom({ _dismissed: true }, { _dismissed: 'true' }, { _dismissed: true, text: 'x' }),
);

/** Answers that have the keys which were asked for. */
function nearAnswer(type: string, payload: JsonObject): fc.Arbitrary<unknown> {
  const fields = (payload.fields ?? []) as { name: string; type: string }[];
  const values = fields.map((one) => [
    one.name,
    fc.oneof(value, fc.constantFrom(right[one.type] ?? 'abc')),
  ]);
  const questions = (payload.questions ?? []) as { id: string }[];
  const given = fc.record(
    {
      selected: fc.oneof(fc.subarray(ids, { maxLength: 2 }), value),
      other: fc.oneof(fc.constantFrom('x', ''), value),
    },
    { requiredKeys: [] },
  );
  const shapes: Record<string, fc.Arbitrary<unknown>> = {
    approval: fc.record({ selectedOption: id, comment: value }, { requiredKeys: [] }),
    selection: fc.record({ selectedIds: fc.array(id, { maxLength: 3 }) }),
    form: fc.record(Object.fromEntries(values)),
    'text-input': fc.record({ text: value }),
    questions: fc.record({
      answers: fc.record(Object.fromEntries(questions.map((one) => [one.id, given]))),
    }),
    permission: fc.record(
      {
        decision: fc.constantFrom('allow', 'deny'),
        choice: id,
        input: fc.oneof(fc.constant(payload.input), fc.dictionary(id, fc.jsonValue())),
        message: label,
        edited: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  };
  return shapes[type] ?? anyAnswer;
}

for (const [type, payload] of Object.entries(payloads)) {
  test(`accepts only answers that fit the ${type} payload`, () => {
    let taken = 0;
    const near = payload
      .map(withoutUndefined)
      .chain((asked) => fc.tuple(fc.constant(asked), fc.oneof(nearAnswer(type, asked), anyAnswer)));
    const property = fc.property(near, ([asked, response]) => {
      const parsed = parsePayload(type, asked);
      if (!parsed.success) return;
      const checked = checkAnswer({ type, payload: parsed.data }, response);
      if ('issues' in checked) {
        expect(checked.issues.length).toBeGreaterThan(0);
        return;
      }
      taken++;
      expect([type, asked, response, accepts(type, parsed.data, checked.answer)]).toEqual([
        type,
        asked,
        response,
        true,
      ]);
      const again = checkAnswer({ type, payload: parsed.data }, checked.answer);
      expect(again).toEqual(checked);
    });
    fc.assert(property, RUNS);

    expect(taken).toBeGreaterThan(20);
  });

  test(`accepts an accepted ${type} payload unchanged`, () => {
    const property = fc.property(payload.map(withoutUndefined), (asked) => {
      const parsed = parsePayload(type, asked);
      if (!parsed.success) return;
      expect(parsePayload(type, parsed.data).data).toEqual(parsed.data);
    });
    fc.assert(property, RUNS);
  });

  test(`never throws for any ${type} payload or answer`, () => {
    const property = fc.property(fc.jsonValue(), fc.jsonValue(), (asked, response) => {
      const parsed = parsePayload(type, asked as JsonObject);
      if (parsed.success) checkAnswer({ type, payload: parsed.data }, response);
    });
    fc.assert(property, RUNS);
  });
}
