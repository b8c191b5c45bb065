import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { loadPatterns, matches, problemOf } from '../../../src/core/json-schema/patterns.ts';
import { MOST_STEPS, Steps } from '../../../src/core/json-schema/steps.ts';

await loadPatterns();

const found = (pattern: string, text: string) => matches(pattern, text, new Steps(), null);

const patterns = [
  '',
  '^$',
  '^a',
  'b$',
  '^a|b$',
  'a|b',
  '()',
  '(|a)',
  '^(?:a|ab)(?:c|bcd)(?:d*)$',
  '(^|,)a(,|$)',
  'a{2}',
  'a{2,}',
  'a{1,2}?',
  'a*?',
  '(a*)*',
  '(?:ab)+',
  '(?<n>ab)',
  '(?<$x>a)',
  '^(\\w+\\s?)*$',
  '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$',
  '^\\d{3}-\\d{4}$',
  '\\/',
  '/',
  '\\.',
  '\\$',
  '^.$',
  '^.{2}$',
  'a.c',
  '\\s',
  '^\\S+$',
  '[\\s]',
  '[^\\s]',
  '[\\S]',
  '[^\\S]',
  '\\w',
  '\\W',
  '\\d',
  '\\D',
  '[\\D]',
  '[\\W_]',
  '[^\\d\\s]',
  '\\b',
  '\\B',
  '^\\b',
  '\\bfoo\\b',
  '\\Boo',
  '[\\b]',
  '\\0',
  '[]',
  '[^]',
  '[[:alpha:]',
  '[a\\]b]',
  '[a-]',
  '[-a]',
  '[\\w-]',
  '[+--]',
  '[^^]',
  '[(?:]',
  '[(?\\d]',
  '[{}]',
  '[a&&b]',
  '[.]',
  '[kK]',
  '[sSſ]',
  '[é-ü]',
  '[^\\n]',
  '[\\t\\v]',
  '\\x41',
  '\\cJ',
  '\\u0041',
  '\\u{1F600}',
  '\\ud83d\\ude00',
  '[\\u{1F600}-\\u{1F64F}]',
  '^[\\u4e00-\\u9fff]+$',
  '\\u2028',
  '\\p{L}',
  '\\P{L}',
  '\\p{Letter}',
  '^\\p{Lu}',
  '\\p{gc=Nd}',
  '\\p{Script=Greek}',
  '\\p{sc=Han}',
  '\\p{ASCII}',
  '\\p{Any}',
  '\\p{Alphabetic}',
  '\\p{Emoji}',
  '\\p{White_Space}',
  '[^\\p{L}\\d]',
];
const texts = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'abab',
  'abcd',
  'foo',
  'a foo b',
  'foobar',
  'oo',
  '123-4567',
  '٣',
  'x@y.example',
  ' ',
  '\t',
  '\n',
  '\r',
  '\v',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u180e',
  '\u0085',
  'a\nb',
  'a\u2028c',
  'é',
  'ü',
  'Ω',
  '漢字',
  '😀',
  '😀😀',
  '\ud83d',
  '\ude00',
  '\0',
  '\b',
  ':',
  '[',
  ']',
  '^',
  '-',
  '.',
  '/',
  '$',
  '{',
  '(',
  '?',
  '+',
  'K',
  'k',
  '\u212a',
  'ſ',
  '_',
  '&',
  'a,b',
  'hello world',
  'ß',
  'ǅ',
  '\u0378',
];

test.each(patterns)('matches the pattern %p where JavaScript does', (pattern) => {
  const expected = texts.filter((text) => new RegExp(pattern, 'u').test(text));
  expect(problemOf(pattern)).toBeUndefined();
  expect(texts.filter((text) => found(pattern, text))).toEqual(expected);
});

const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(tie('part'), { maxLength: 3 })
    .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'))),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '.', '^', '$', '\\b', '[^a]', '\\w', '\\S', '😀', '[a😀]', '\\P{L}'),
    fc
      .tuple(tie('pattern'), fc.constantFrom('', '*', '+?', '?', '{2}', '{0,2}', '{1,}'))
      .map(([inner, times]) => `(?:${inner})${times}`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀'), maxLength: 6 });

test('matches any pattern where JavaScript does', () => {
  fc.assert(
    fc.property(pattern, text, (source, within) => {
      expect(found(source, within)).toBe(new RegExp(source, 'u').test(within));
    }),
    { numRuns: 3000 },
  );
}, 30_000);

test.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', 'a{1001}'])(
  'refuses the pattern %p, which needs backtracking',
  (source) => {
    expect(problemOf(source)).toStartWith('This pattern cannot be checked: ');
    expect(found(source, 'ab')).toBeUndefined();
  },
);

const large = [
  '(?:a{1000}){1000}',
  '(?:(?:a{100}){100}){100}',
  'a{1000}'.repeat(142),
  '(?:[a-z]xyz){999}b{999}c{999}',
];

test.each([...large, '(?:.{1,999}){1,999}'])(
  'refuses the pattern %p, which is too large to compile',
  (source) => {
    expect(problemOf(source)).toStartWith('This pattern cannot be checked: ');
  },
);

test('limits a pattern to 1,000 characters', () => {
  expect(problemOf('a'.repeat(1000))).toBeUndefined();
  expect(problemOf('a'.repeat(1001))).toBe('A pattern must not exceed 1000 characters');
  expect(problemOf('('.repeat(50_000))).toBe('A pattern must not exceed 1000 characters');
});

const catastrophes = [
  '^(a+)+$',
  '^(\\w+\\s?)*$',
  '.*.*.*.*x$',
  'a*a*a*b',
  '^(a|aa)+$',
  '(a?){30}a{30}x',
];

test.each(catastrophes)('matches %p in steps linear in the length of the text', (source) => {
  const stepsFor = (length: number) => {
    const steps = new Steps();
    matches(source, `${'a'.repeat(length)}!`, steps, null);
    return steps.taken;
  };
  expect(stepsFor(800)).toBeLessThan(stepsFor(200) * 5);
  expect(stepsFor(800)).toBeLessThan(MOST_STEPS);
});
