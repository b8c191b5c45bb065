import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type JsonObject, parseJson } from '../../../src/core/json.ts';
import { checkAnswer, checkOwnAnswer } from '../../../src/core/reviews/answers.ts';
import { answerLine, commentIn, verdictOf } from '../../../src/core/reviews/kinds/answer-words.ts';
import { wordsOf } from '../../../src/core/reviews/kinds/words.ts';
import { parsePayload } from '../../../src/core/reviews/kinds.ts';
import { commonChoices } from '../../../src/dashboard/inbox/bulk/choices.ts';
import type { Asked } from '../../../src/dashboard/reviews/asked.ts';
import { differenceOf, inputFrom, textsOf } from '../../../src/kinds/permission/words.ts';

const type = 'permission';
const asked = (payload: JsonObject) => {
  const parsed = parsePayload(type, payload);
  if (!parsed.success) throw parsed.error;
  return { type, payload: parsed.data };
};
const refusals = (payload: JsonObject) =>
  parsePayload(type, payload).error?.issues.map(({ path }) => path.join('.')) ?? [];

const bash = { tool: 'Bash', input: { command: 'rm -rf build/cache' } };
const always = { id: 'always', label: 'Always allow rm' };
const stop = { id: 'stop', label: 'Deny and stop', decision: 'deny' };

test.each<[payload: JsonObject, path: string]>([
  [{ input: {} }, 'tool'],
  [{ ...bash, tool: ' \u200b' }, 'tool'],
  [{ tool: 'Bash' }, 'input'],
  [{ ...bash, input: 'rm' }, 'input'],
  [{ ...bash, title: 'x'.repeat(501) }, 'title'],
  [{ ...bash, preview: 1 }, 'preview'],
  [{ ...bash, choices: [{ ...always, id: 'allow' }] }, 'choices.0.id'],
  [{ ...bash, choices: [always, { ...always, id: 'deny' }] }, 'choices.1.id'],
  [{ ...bash, choices: [always, always] }, 'choices.1.id'],
  [{ ...bash, choices: [{ id: 'always' }] }, 'choices.0.label'],
  [{ ...bash, choices: [{ ...always, decision: 'maybe' }] }, 'choices.0.decision'],
  [{ ...bash, editable: 'yes' }, 'editable'],
  [{ ...bash, inputSchema: { type: 'none' } }, 'inputSchema.type'],
  [parseJson('{"tool":"Bash","input":{},"order":9007199254740993}') as JsonObject, 'order'],
])('refuses %j, and names %s', (payload, path) => {
  expect(refusals(payload)).toEqual([path]);
});

test.each<[input: JsonObject, title: string, given: string | null]>([
  [bash.input, 'Bash: rm -rf build/cache', null],
  [{ timeout: 3, cmd: '\n\n  ls\t-la\n' }, 'Bash: ls -la', null],
  [{ command: 'rm \u202etxt' }, 'Bash: rm [U+202E]txt', null],
  [{ file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, 'Bash: src/a.ts', null],
  [{ plan: '# Move\n\n1. Stop' }, 'Bash: Move', null],
  [{ script: 'cd app\n\n  ls' }, 'Bash: cd app ⏎ ls', null],
  [{ depth: 2, url: 'https://example.com' }, 'Bash: https://example.com', null],
  [{}, 'Bash', null],
  [bash.input, 'Clear?', 'Clear?'],
  [bash.input, 'Bash: rm -rf build/cache', ' '],
])('titles %j “%s”', (input, title, given) => {
  expect(asked({ tool: 'Bash', input, title: given }).payload.title).toBe(title);
});

const editable = asked({ ...bash, choices: [always, stop], editable: true });
const fixed = asked({ ...bash, choices: [always, stop] });
const changed = { command: 'rm -rf build' };

test.each<[given: JsonObject, stored: JsonObject]>([
  [{ decision: 'allow' }, { decision: 'allow' }],
  [
    { decision: 'deny', message: 'Not now' },
    { decision: 'deny', message: 'Not now' },
  ],
  [{ choice: 'always' }, { decision: 'allow', choice: 'always' }],
  [
    { choice: 'stop', decision: 'deny' },
    { decision: 'deny', choice: 'stop' },
  ],
  [
    { decision: 'allow', input: changed },
    { decision: 'allow', input: changed, edited: true },
  ],
  [{ decision: 'allow', input: bash.input, edited: true, original: {} }, { decision: 'allow' }],
  [{ decision: 'deny', input: bash.input, message: '' }, { decision: 'deny' }],
])('stores the answer %j as %j', (given, stored) => {
  expect(checkAnswer(editable, given)).toEqual({ answer: stored });
});

test.each<[question: typeof fixed, given: JsonObject, path: string]>([
  [fixed, {}, 'decision'],
  [fixed, { decision: 'maybe' }, 'decision'],
  [fixed, { decision: 'deny', choice: 'always' }, 'decision'],
  [fixed, { choice: 'never' }, 'choice'],
  [fixed, { choice: 'allow' }, 'choice'],
  [fixed, { decision: 'allow', input: changed }, 'input'],
  [fixed, { decision: 'allow', input: bash.input }, 'input'],
  [editable, { decision: 'deny', input: changed }, 'input'],
  [editable, { decision: 'allow', input: 'ls' }, 'input'],
  [editable, { decision: 'allow', message: 'x'.repeat(10_001) }, 'message'],
])('refuses to %j the answer %j, and names %s', (question, given, path) => {
  const checked = checkAnswer(question, given);
  expect('issues' in checked ? checked.issues.map((one) => one.path.join('.')) : checked).toEqual([
    path,
  ]);
});

test('judges an edited input by the schema, but not the input as asked', () => {
  const inputSchema = { properties: { command: { type: 'string', maxLength: 5 } } };
  const question = asked({ ...bash, editable: true, inputSchema });
  const given = (command: string) => ({ decision: 'allow', input: { command } });
  expect(checkAnswer(question, given('rm -rf'))).toMatchObject({
    issues: [{ path: ['input', 'command'] }],
  });
  expect(checkAnswer(question, given('ls'))).toEqual({ answer: { ...given('ls'), edited: true } });
  expect(checkAnswer(question, { decision: 'allow', input: bash.input })).toEqual({
    answer: { decision: 'allow' },
  });
});

test('compares inputs by their values, to the digit', () => {
  const read = (text: string) => parseJson(text) as JsonObject;
  const question = asked({
    tool: 'Move',
    editable: true,
    input: read('{"id":9007199254740993,"to":{"a":1,"b":[2]}}'),
  });
  const same = read('{"to":{"b":[2.0],"a":1e0},"id":9007199254740993}');
  expect(checkAnswer(question, { decision: 'allow', input: same })).toEqual({
    answer: { decision: 'allow' },
  });
  const other = read('{"to":{"b":[2],"a":1},"id":9007199254740992}');
  expect(checkAnswer(question, { decision: 'allow', input: other })).toMatchObject({
    answer: { edited: true },
  });
});

test('takes only a refusal as the answer that a permission gives itself', () => {
  expect(checkOwnAnswer(fixed, { choice: 'stop' })).toEqual({
    answer: { decision: 'deny', choice: 'stop' },
  });
  for (const given of [{ decision: 'allow' }, { choice: 'always' }]) {
    const { issues } = checkOwnAnswer(fixed, given) as { issues: { path: string[] }[] };
    expect(issues.map(({ path }) => path)).toEqual([['decision']]);
  }
});

test('says what was decided', () => {
  const said = (given: JsonObject) => {
    const checked = checkAnswer(editable, given);
    if (!('answer' in checked)) throw new Error(checked.issues[0]?.message);
    const review = { ...editable, response: checked.answer };
    return [verdictOf(review), answerLine(review), commentIn(review) ?? ''];
  };
  expect(said({ decision: 'allow', message: 'Go' })).toEqual(['approved', 'Allowed', 'Go']);
  expect(said({ choice: 'stop' })).toEqual(['rejected', 'Deny and stop', '']);
  expect(said({ decision: 'allow', input: changed })[1]).toBe('Allowed, with an edited input');
});

const subject = (input: JsonObject, tool = 'Any') =>
  (wordsOf(type).subject?.({ tool, input }) ?? []).slice(1).map(({ name, is, text }) => {
    return `${name} ${is} ${text}`;
  });

test.each<[input: JsonObject, parts: string[]]>([
  [{ timeout: 5, command: 'ls\n-la' }, ['command code ls\n-la', 'timeout value 5']],
  [{ command: ['bash', '-c'] }, ['command value ["bash","-c"]']],
  [
    { old_string: 'a\nb\nc', new_string: 'a\nB\nc', file_path: 'x.ts', replace_all: true },
    [
      'file_path value x.ts',
      'old_string, new_string diff  a\n-b\n+B\n c',
      'replace_all value true',
    ],
  ],
  [{ patch: '@@\n-a\n+b' }, ['patch diff @@\n-a\n+b']],
  [{ content: 'a', file_path: 'x.ts' }, ['file_path value x.ts', 'content code a']],
  [{ plan: '# Move' }, ['plan markdown # Move']],
  [
    { a: '', b: 'true', c: true, d: '12', e: 'x', f: null },
    ['a value ""', 'b value "true"', 'c value true', 'd value "12"', 'e value x', 'f value null'],
  ],
  [{ command: 'a\ud83d', 'k\n': 'b' }, ['command code a\\ud83d', 'k\\n value b']],
])('shows %j by its shape', (input, parts) => {
  expect(subject(input)).toEqual(parts);
});

test('leaves no text of an input out, whatever it is', () => {
  const keys = fc.constantFrom('command', 'patch', 'old_string', 'new_string', 'plan', 'content');
  const texts = fc.string({ unit: 'binary' });
  const inputs = fc.dictionary(
    fc.oneof(keys, fc.constantFrom('file_path', '__proto__', 'constructor'), fc.string()),
    fc.oneof(texts, fc.jsonValue()),
  );
  fc.assert(
    fc.property(inputs, (input) => {
      const shown = subject(input).join('\n');
      for (const value of Object.values(input)) {
        if (typeof value !== 'string') continue;
        const all = [...value.split('\n'), JSON.stringify(value)];
        const found = all.slice(0, -1).every((line) => shown.includes(line.trim()));
        expect(found || shown.includes(all.at(-1) ?? '')).toBeTrue();
      }
    }),
    { numRuns: 500 },
  );
});

test('says how many empty lines there are before the rest', () => {
  const input = { command: `ls${'\n'.repeat(40)}rm -rf /` };
  const [, command] = wordsOf(type).read?.({ tool: 'Bash', input }) ?? [];
  expect(command).toBe('command:\nls\n[39 empty lines]\nrm -rf /');
});

test('reads an edited input from its texts, and shows what was changed', () => {
  const input = { command: 'ls', timeout: 5 };
  const texts = textsOf(input);
  expect(texts).toEqual({ command: 'ls', timeout: '5' });
  const edited = inputFrom(input, { ...texts, command: 'ls -a' });
  expect(edited).toEqual({ input: { command: 'ls -a', timeout: 5 }, wrong: [] });
  expect(differenceOf(input, edited.input)).toEqual([
    { name: 'command', is: 'diff', text: '-ls\n+ls -a' },
  ]);
  expect(inputFrom(input, { ...texts, timeout: '5x' }).wrong).toEqual(['timeout']);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, at]));
  expect(inputFrom(many, textsOf(many))).toEqual({ input: many, wrong: [] });
});

test('puts 200 KiB into words in a time that grows with their length', () => {
  for (const command of ['\n'.repeat(200_000), ' '.repeat(200_000), '\u202e'.repeat(60_000)]) {
    const began = performance.now();
    const { payload } = asked({ tool: 'Bash', input: { command, other: { command } } });
    wordsOf(type).read?.(payload);
    differenceOf({ command }, { command: `${command}x` });
    expect(performance.now() - began).toBeLessThan(3000);
  }
});

test('lets several permissions be denied together, but not allowed unseen', () => {
  const review = asked(bash);
  const both = [{ review }, { review }] as Asked[];
  expect(commonChoices(both).map(({ label }) => label)).toEqual(['Deny']);
});
