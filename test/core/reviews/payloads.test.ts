import { expect, test } from 'bun:test';
import { toIssues } from '../../../src/core/issues.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { loadPatterns } from '../../../src/core/json-schema/patterns.ts';
import { parsePayload } from '../../../src/core/reviews/kinds.ts';

await loadPatterns();

const option = (id: string) => ({ id, label: id });
const approve = { id: 'approve', label: 'Approve', style: 'primary' };
const reject = { id: 'reject', label: 'Reject', style: 'danger' };
const many = (count: number) => Array.from({ length: count }, (_, n) => option(`${n}`));
const field = { name: 'a', type: 'text', label: 'A' };
const question = (id: string, more: object = {}) => ({ id, question: `${id}?`, ...more });
const asked = (...questions: object[]) => ({ questions });
const byText = { multiple: false, other: true, secret: false };
const byChoice = { ...byText, other: false };

const taken: [type: string, payload: JsonObject, normalised: JsonObject][] = [
  ['approval', {}, { options: [approve, reject], allowComment: false }],
  ['approval', { options: ['Ship'] }, { options: [option('Ship')], allowComment: false }],
  [
    'approval',
    { title: 'T', x: [1] },
    { title: 'T', x: [1], options: [approve, reject], allowComment: false },
  ],
  [
    'approval',
    { options: [{ ...option('a'), decision: 'deny' }, { ...option('b'), decision: null }, 'c'] },
    {
      options: [{ ...option('a'), decision: 'deny' }, option('b'), option('c')],
      allowComment: false,
    },
  ],
  ['selection', { items: ['a'] }, { mode: 'single', items: [option('a')] }],
  ['selection', { options: ['a'], multiple: true }, { mode: 'multi', items: [option('a')] }],
  ['selection', { items: ['a'], mode: 'multiple' }, { mode: 'multi', items: [option('a')] }],
  ['selection', { items: ['a'], multiple: false }, { mode: 'single', items: [option('a')] }],
  ['form', { fields: [] }, { fields: [] }],
  ['form', { fields: [field] }, { fields: [{ ...field, required: false }] }],
  [
    'form',
    { fields: [{ ...field, type: 'select', options: ['x'], hint: 1 }] },
    {
      fields: [
        {
          ...field,
          type: 'select',
          options: [{ value: 'x', label: 'x' }],
          hint: 1,
          required: false,
        },
      ],
    },
  ],
  ['text-input', { prompt: 'Why?', minLength: 0 }, { prompt: 'Why?', minLength: 0 }],
  ['questions', asked(question('a')), { title: 'a?', ...asked(question('a', byText)) }],
  [
    'questions',
    { title: ' \u200b', ...asked(question('a', { options: ['x'], header: null })) },
    { title: 'a?', ...asked(question('a', { ...byChoice, options: [option('x')] })) },
  ],
  [
    'questions',
    asked(
      question('a', { options: ['x'], multiple: true, other: true, secret: true, hint: 1 }),
      question('constructor', { options: null, other: true }),
    ),
    {
      title: 'a? (and 1 more question)',
      ...asked(
        question('a', {
          options: [option('x')],
          multiple: true,
          other: true,
          secret: true,
          hint: 1,
        }),
        question('constructor', byText),
      ),
    },
  ],
  [
    'questions',
    asked({ id: 'a', question: 'Delete\n\n\n\u202e`it`?' }),
    {
      title: 'Delete [U+202E]`it`?',
      ...asked({ id: 'a', question: 'Delete\n\n\n\u202e`it`?', ...byText }),
    },
  ],
  ['freeform', { anything: { goes: [] } }, { anything: { goes: [] } }],
  ['freeform', { schema: { type: 'object' } }, { schema: { type: 'object' } }],
  ['a-plugin', { anything: 1 }, { anything: 1 }],
];

test.each(taken)('%s accepts %j', (type, payload, normalised) => {
  expect(parsePayload(type, payload).data).toEqual(normalised);
});

const refused: [type: string, payload: JsonObject, path: string][] = [
  ['approval', { options: [] }, 'options'],
  ['approval', { options: many(21) }, 'options'],
  ['approval', { options: ['a', 'a'] }, 'options.1.id'],
  ['approval', { options: [{ ...option('a'), style: 'loud' }] }, 'options.0.style'],
  ['approval', { options: ['x', { ...option('a'), decision: 'maybe' }] }, 'options.1.decision'],
  ['approval', { options: [{ ...option('a'), decision: true }] }, 'options.0.decision'],
  ['approval', { options: [{ id: 'a' }] }, 'options.0.label'],
  ['approval', { allowComment: 'yes' }, 'allowComment'],
  ['approval', { title: 7 }, 'title'],
  ['selection', {}, 'items'],
  ['selection', { items: [] }, 'items'],
  ['selection', { items: many(201) }, 'items'],
  ['selection', { items: ['a', 'b', 'a'] }, 'items.2.id'],
  ['selection', { items: ['a'], mode: 'some' }, 'mode'],
  ['form', {}, 'fields'],
  [
    'form',
    { fields: Array.from({ length: 101 }, (_, n) => ({ ...field, name: `${n}` })) },
    'fields',
  ],
  ['form', { fields: [field, field] }, 'fields.1.name'],
  ['form', { fields: [{ ...field, type: 'colour' }] }, 'fields.0.type'],
  ['form', { fields: [{ ...field, type: 'select' }] }, 'fields.0.options'],
  [
    'form',
    { fields: [{ ...field, type: 'select', options: ['x', 'x'] }] },
    'fields.0.options.1.value',
  ],
  ['form', { fields: [{ ...field, type: 'number', min: 2, max: 1 }] }, 'fields.0.max'],
  ['form', { fields: [{ ...field, required: true, maxLength: 0 }] }, 'fields.0.maxLength'],
  ['form', { fields: [{ ...field, name: '_dismissed' }] }, 'fields.0.name'],
  ['text-input', { minLength: 3, maxLength: 2 }, 'maxLength'],
  ['text-input', { minLength: -1 }, 'minLength'],
  ['questions', {}, 'questions'],
  ['questions', asked(), 'questions'],
  ['questions', asked(...['a', 'b', 'c', 'd', 'e'].map((id) => question(id))), 'questions'],
  ['questions', asked(question('a'), question('b'), question('a')), 'questions.2.id'],
  ['questions', asked(question('')), 'questions.0.id'],
  ['questions', asked(question('__proto__')), 'questions.0.id'],
  ['questions', asked({ id: 'a' }), 'questions.0.question'],
  ['questions', asked({ id: 'a', question: ' \n' }), 'questions.0.question'],
  ['questions', { questions: [question('a'), 'b'] }, 'questions.1'],
  ['questions', asked(question('a', { options: [] })), 'questions.0.options'],
  ['questions', asked(question('a', { options: many(201) })), 'questions.0.options'],
  ['questions', asked(question('a', { options: ['x', 'x'] })), 'questions.0.options.1.id'],
  ['questions', asked(question('a', { options: [{ id: 'x' }] })), 'questions.0.options.0.label'],
  ['questions', asked(question('a', { multiple: true })), 'questions.0.multiple'],
  ['questions', asked(question('a', { other: false })), 'questions.0.other'],
  ['questions', asked(question('a', { secret: 'yes' })), 'questions.0.secret'],
  ['freeform', { schema: { type: 'thing' } }, 'schema.type'],
  ['freeform', { schema: { properties: { a: { pattern: '(' } } } }, 'schema.properties.a.pattern'],
];

test.each(refused)('%s refuses %j', (type, payload, path) => {
  const parsed = parsePayload(type, payload);
  const issues = toIssues(parsed.error?.issues ?? []);
  expect(issues.map((one) => one.path.join('.'))).toEqual([path]);
});

const select = (name: string, count: number) => ({
  name,
  type: 'select',
  label: name,
  options: Array.from({ length: count }, (_, n) => `${n}`),
});
const selects = (fields: number, options: number) =>
  Array.from({ length: fields }, (_, n) => select(`f${n}`, options));

test('limits a field to 1,000 options and a form to 5,000, before reading any', () => {
  const issuesOf = (fields: unknown) =>
    toIssues(parsePayload('form', { fields }).error?.issues ?? []);
  expect(parsePayload('form', { fields: selects(5, 1000) }).success).toBe(true);
  expect(issuesOf([select('a', 1001)]).map(({ path }) => path)).toEqual([
    ['fields', '0', 'options'],
  ]);
  const message = 'A form must not have more than 5000 options in total';
  const unread = { name: 7, type: 'select', options: new Array(600).fill(1) };
  for (const fields of [selects(100, 51), new Array(100).fill(unread)]) {
    expect(issuesOf(fields)).toEqual([{ code: 'custom', message, path: ['fields'] }]);
  }
});

test('accepts a payload of the maximum size', () => {
  expect(parsePayload('approval', { options: many(20) }).success).toBe(true);
  expect(parsePayload('selection', { items: many(200) }).success).toBe(true);
});

test('refuses an oversized list before reading its items', () => {
  const parsed = parsePayload('selection', { items: Array(300).fill(7) });
  expect(parsed.error?.issues.map(({ code, path }) => [code, path])).toEqual([
    ['too_big', ['items']],
  ]);
});
