import { expect, test } from 'bun:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { checkAnswer } from '../../../src/core/reviews/answers.ts';
import { parsePayload } from '../../../src/core/reviews/kinds.ts';

function answer(type: string, payload: JsonObject, response: unknown) {
  const parsed = parsePayload(type, payload);
  if (!parsed.success) throw parsed.error;
  const checked = checkAnswer({ type, payload: parsed.data }, response);
  return 'issues' in checked ? checked.issues.map((one) => one.path.join('.')) : checked.answer;
}

const one = { items: ['a', 'b'] };
const multi = { items: ['a', 'b'], mode: 'multi', dismissLabel: 'Not now' };
const form = (type: string, more: object = {}) => ({
  fields: [{ name: 'f', type, label: 'F', required: true, ...more }],
  dismissLabel: 'Not now',
});
const optional = (type: string, more: object = {}) => form(type, { required: false, ...more });
const schema = {
  schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
};
const region = { id: 'region', question: 'Which region?', options: ['eu', 'us'] };
const asked = (...questions: object[]) => ({ questions, dismissLabel: 'Not now' });
const several = asked(
  region,
  {
    id: 'checks',
    question: 'Which checks?',
    options: ['lint', 'types'],
    multiple: true,
    other: true,
  },
  { id: 'constructor', question: 'When?' },
);
const answers = (given: object) => ({ answers: given });
const all = {
  region: { selected: ['eu'] },
  checks: { selected: ['types', 'lint'], other: 'spelling' },
  constructor: { other: 'at night' },
};

const taken: [type: string, payload: JsonObject, response: unknown, kept: JsonObject][] = [
  ['approval', {}, { selectedOption: 'approve' }, { selectedOption: 'approve' }],
  [
    'approval',
    { allowComment: true },
    { selectedOption: 'reject', comment: 'No' },
    { selectedOption: 'reject', comment: 'No' },
  ],
  ['selection', one, { selectedIds: ['b'] }, { selectedIds: ['b'] }],
  ['selection', multi, { selectedIds: ['b', 'a'] }, { selectedIds: ['b', 'a'] }],
  ['selection', multi, { _dismissed: true }, { _dismissed: true }],
  ['form', form('number', { min: 1, max: 3 }), { f: '2' }, { f: 2 }],
  ['form', form('range', { min: 1, max: 3 }), { f: 3 }, { f: 3 }],
  ['form', form('select', { options: ['x'] }), { f: 'x' }, { f: 'x' }],
  ['form', form('checkbox'), { f: false }, { f: false }],
  ['form', optional('checkbox'), {}, { f: false }],
  ['form', optional('text'), {}, { f: null }],
  ['form', optional('number'), { f: '' }, { f: null }],
  ['form', form('date'), { f: '2028-02-29' }, { f: '2028-02-29' }],
  ['form', form('time'), { f: '23:59' }, { f: '23:59' }],
  ['form', form('datetime'), { f: '2028-02-29T23:59' }, { f: '2028-02-29T23:59' }],
  ['form', form('email'), { f: 'a@example.com' }, { f: 'a@example.com' }],
  ['form', form('url'), { f: 'https://example.com' }, { f: 'https://example.com' }],
  ['form', form('text'), { _dismissed: true }, { _dismissed: true }],
  ['text-input', { minLength: 2, maxLength: 3 }, { text: 'abc' }, { text: 'abc' }],
  ['text-input', {}, { text: '' }, { text: '' }],
  ['questions', several, answers(all), answers(all)],
  [
    'questions',
    several,
    answers({
      region: { selected: ['us'], other: ' ' },
      checks: { selected: [], other: 'none' },
      constructor: { selected: null, other: '-' },
    }),
    answers({
      region: { selected: ['us'] },
      checks: { other: 'none' },
      constructor: { other: '-' },
    }),
  ],
  [
    'questions',
    asked({ ...region, other: true }),
    answers({ region: { other: 'mars' } }),
    answers({ region: { other: 'mars' } }),
  ],
  ['questions', several, { _dismissed: true }, { _dismissed: true }],
  ['freeform', {}, { anything: [1] }, { anything: [1] }],
  ['freeform', schema, { n: 1, more: true }, { n: 1, more: true }],
  ['a-plugin', {}, { anything: 1 }, { anything: 1 }],
];

test.each(taken)('%s %j accepts %j', (type, payload, response, kept) => {
  expect(answer(type, payload, response)).toEqual(kept);
});

const refused: [type: string, payload: JsonObject, response: unknown, paths: string[]][] = [
  ['approval', {}, {}, ['selectedOption']],
  ['approval', {}, { selectedOption: 'maybe' }, ['selectedOption']],
  ['approval', {}, { selectedOption: 'approve', comment: 'Why?' }, ['comment']],
  [
    'approval',
    { allowComment: true },
    { selectedOption: 'no', comment: 1 },
    ['selectedOption', 'comment'],
  ],
  ['approval', {}, { _dismissed: true }, ['selectedOption']],
  ['selection', one, { selectedIds: [] }, ['selectedIds']],
  ['selection', one, { selectedIds: ['a', 'b'] }, ['selectedIds']],
  ['selection', one, { selectedIds: ['c'] }, ['selectedIds.0']],
  ['selection', one, { selectedIds: 'a' }, ['selectedIds']],
  ['selection', one, { _dismissed: true }, ['_dismissed']],
  ['selection', multi, { selectedIds: [] }, ['selectedIds']],
  ['selection', multi, { selectedIds: ['a', 'a'] }, ['selectedIds.1']],
  ['selection', multi, { _dismissed: false }, ['_dismissed']],
  ['form', form('text'), {}, ['f']],
  ['form', form('text'), { f: '' }, ['f']],
  ['form', form('password', { minLength: 0, maxLength: 3 }), { f: '' }, ['f']],
  ['form', form('text'), { f: 'x', g: 1, h: 2 }, ['g', 'h']],
  ['form', form('text', { minLength: 2 }), { f: 'x' }, ['f']],
  ['form', form('text', { maxLength: 2 }), { f: 'xxx' }, ['f']],
  ['form', form('number', { min: 1 }), { f: 0 }, ['f']],
  ['form', form('number', { max: 1 }), { f: '2' }, ['f']],
  ['form', form('number'), { f: 'two' }, ['f']],
  ['form', form('number'), { f: '0x10' }, ['f']],
  ['form', form('number'), { f: true }, ['f']],
  ['form', form('number'), { f: '1e999' }, ['f']],
  ['form', form('select', { options: ['x'] }), { f: 'y' }, ['f']],
  ['form', form('checkbox'), { f: 'true' }, ['f']],
  ['form', form('date'), { f: '2030-02-29' }, ['f']],
  ['form', form('time'), { f: '24:00' }, ['f']],
  ['form', form('time'), { f: '12:00:00' }, ['f']],
  ['form', form('datetime'), { f: '2028-02-29T23:59Z' }, ['f']],
  ['form', form('email'), { f: 'nobody' }, ['f']],
  ['form', form('url'), { f: 'nowhere' }, ['f']],
  ['form', form('text'), { _dismissed: true, f: 'x' }, ['f']],
  ['text-input', { minLength: 2 }, { text: 'a' }, ['text']],
  ['text-input', { maxLength: 2 }, { text: 'abc' }, ['text']],
  ['text-input', {}, { text: null }, ['text']],
  ['questions', several, {}, ['answers']],
  ['questions', several, answers([]), ['answers']],
  ['questions', several, answers({}), ['answers.region', 'answers.checks', 'answers.constructor']],
  ['questions', several, answers({ ...all, region: undefined }), ['answers.region']],
  ['questions', several, answers({ ...all, region: {} }), ['answers.region']],
  ['questions', several, answers({ ...all, region: { selected: [] } }), ['answers.region']],
  ['questions', several, answers({ ...all, region: 'eu' }), ['answers.region']],
  [
    'questions',
    several,
    answers({ ...all, region: { selected: 'eu' } }),
    ['answers.region.selected'],
  ],
  [
    'questions',
    several,
    answers({ ...all, region: { selected: ['it'] } }),
    ['answers.region.selected.0'],
  ],
  [
    'questions',
    several,
    answers({ ...all, region: { selected: ['eu', 'us'] } }),
    ['answers.region.selected'],
  ],
  ['questions', several, answers({ ...all, region: { other: 'mars' } }), ['answers.region.other']],
  [
    'questions',
    several,
    answers({ ...all, checks: { selected: ['lint', 'lint'] } }),
    ['answers.checks.selected.1'],
  ],
  [
    'questions',
    several,
    answers({ ...all, constructor: { other: '\n' } }),
    ['answers.constructor'],
  ],
  [
    'questions',
    several,
    answers({ ...all, constructor: { other: 7 } }),
    ['answers.constructor.other'],
  ],
  [
    'questions',
    several,
    answers({ ...all, constructor: { selected: ['eu'], other: 'x' } }),
    ['answers.constructor.selected'],
  ],
  ['questions', several, answers({ ...all, more: { other: 'x' } }), ['answers.more']],
  [
    'questions',
    several,
    answers({ ...all, region: { selected: ['eu'], why: 'x' } }),
    ['answers.region.why'],
  ],
  [
    'questions',
    asked({ ...region, other: true }),
    answers({ region: { selected: ['eu'], other: 'mars' } }),
    ['answers.region.other'],
  ],
  ['freeform', {}, [], ['']],
  ['freeform', schema, { n: 'one' }, ['n']],
  ['freeform', schema, {}, ['']],
];

test.each(refused)('%s %j refuses %j', (type, payload, response, paths) => {
  expect(answer(type, payload, response)).toEqual(paths as never);
});

test('accepts a field named like a property of every object', () => {
  const fields = ['constructor', 'toString'].map((name) => ({ name, type: 'text', label: name }));
  expect(answer('form', { fields }, { toString: 'said' })).toEqual({
    constructor: null,
    toString: 'said',
  } as never);
});

test('refuses an invalid answer to a long list without naming all of it', () => {
  const items = Array.from({ length: 200 }, (_, n) => ({ id: `${n}`, label: `${n}` }));
  const check = (selectedIds: unknown) =>
    checkAnswer({ type: 'selection', payload: { mode: 'multi', items } }, { selectedIds });
  const options = Array.from({ length: 20 }, (_, n) => `"${n}"`).join('|');
  const message = `Invalid option: expected one of ${options} and 180 others`;
  expect(check(['x'])).toEqual({
    issues: [{ code: 'invalid_value', message, path: ['selectedIds', '0'] }],
  });
  expect(check(new Array(50_000).fill('x'))).toMatchObject({
    issues: [{ code: 'too_big', path: ['selectedIds'] }],
  });
});

const long = 300_000;
const endless: [type: string, value: string, message: string][] = [
  ['number', `${'1'.repeat(long)}x`, 'Expected a number'],
  ['number', `1${',111'.repeat(long)}x`, 'Expected a number'],
  ['email', `${'a.'.repeat(long)}!`, 'Expected an e-mail address'],
  ['datetime', `2028-02-29T23:59${'0'.repeat(long)}`, 'Expected a date and time'],
];

// With an expression that goes back these take minutes: the runner's patience is the bound.
test.each(endless)('refuses a %s of unreasonable size', (type, value, message) => {
  const fields = [{ name: 'a', type, label: 'A', required: true }];
  const checked = checkAnswer({ type: 'form', payload: { fields } }, { a: value });
  expect('issues' in checked && checked.issues[0]?.message).toStartWith(message);
});
