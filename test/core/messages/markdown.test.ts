import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { countMarkdown, drawable, whyPlain } from '../../../src/core/messages/markdown.ts';
import { bombs } from '../../support/texts/bombs.ts';
import { markdown } from '../../support/texts/markdown.ts';

const rows = (count: number, row: string) => `${row}\n`.repeat(count);

const laidOut: [what: string, text: string][] = [
  [
    'a list nested ten deep',
    Array.from({ length: 10 }, (_, at) => `${'   '.repeat(at)}1. a`).join('\n'),
  ],
  ['an answer in an answer, nineteen times', `${'> '.repeat(19)}yes`],
  ['a table of a thousand numbers', `|a|b|c|d|\n|-|-|-|-|\n${rows(250, '|1|2|3|4|')}`],
  ['a program between fences', `\`\`\`c\n${rows(1500, 'a[i] = *b_c[j] && **d;')}\`\`\`\n`],
  ['five hundred links', rows(500, '- [a](https://example.com/a)')],
  ['a page of words', rows(300, 'Some **words** and `code`, and a [link](https://example.com).')],
  ['a long address', `https://example.com/${'x'.repeat(4000)}`],
  ['a rule', '-'.repeat(200)],
  ['blanks before a word', `${' '.repeat(200)}word`],
];
test.each(laidOut)('lays out %s', (_, text) => {
  expect(whyPlain(text)).toBeNull();
});

const plain: [what: string, text: string, why: string][] = [
  ['65 KiB', 'a'.repeat(65 * 1024), '64KiB'],
  ['22,000 wide characters', '漢'.repeat(22_000), '64KiB'],
  ['21 quotes', '>'.repeat(21), '20 deep'],
  ['21 quotes far below', `${rows(50, 'word')}${'> '.repeat(21)}`, '20 deep'],
  [
    '21 lists by indentation',
    Array.from({ length: 21 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
    '20 deep',
  ],
  ['footnotes in footnotes', '[^a]: '.repeat(21), '20 deep'],
  ['1,001 opening brackets', '['.repeat(1001), '1,000 emphasis'],
  ['a run of 2,001 stars', '*'.repeat(2001), '1,000 emphasis'],
  ['a word of 12,000 characters', 'a'.repeat(12_000), '2,000 elements'],
  ['2,001 marks on a character', `a${'\u0301'.repeat(2001)}`, '2,000 elements'],
  ['2,001 lines', rows(2001, 'a'), '2,000 elements'],
  ['2,001 lines of a program', `\`\`\`\n${rows(2001, 'a')}`, '2,000 elements'],
  [
    'a row of 900 cells, and ten short ones',
    `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${rows(10, '|')}`,
    '2,000 elements',
  ],
  [
    'emphasis behind what looks like a fence in HTML',
    `<!--\n\`\`\`\n-->\n${'*_'.repeat(501)}`,
    '1,000 emphasis',
  ],
  [
    'emphasis behind a fence that has ended',
    `\`\`\`\n   \`\`\`\`\n${'*_'.repeat(501)}`,
    '1,000 emphasis',
  ],
];
test.each(plain)('shows %s as plain text and says why', (_, text, why) => {
  expect(whyPlain(text)).toContain(why);
});

test('breaks long words and limits combining marks', () => {
  expect(drawable('word\n  word')).toBe('word\n  word');
  expect(
    drawable('*'.repeat(1200))
      .split('\n')
      .map(({ length }) => length),
  ).toEqual([500, 500, 200]);
  expect(drawable(`a${'\u0301'.repeat(1000)}b`)).toBe(`a${'\u0301'.repeat(20)}b`);
});

test("never lowers a text's count when more is appended", () => {
  fc.assert(
    fc.property(markdown, markdown, (text, more) => {
      const before = countMarkdown(text);
      const after = countMarkdown(`${text}\n${more}`);
      for (const name of Object.keys(before) as (keyof typeof before)[]) {
        expect(after[name]).toBeGreaterThanOrEqual(before[name]);
      }
    }),
  );
});

test('exceeds a limit once a text is repeated often enough, and stays above it', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const often = (times: number) => whyPlain(`${text}\na`.repeat(times));
      const first = [1, 10, 100, 1000, 100_000].map((times) => often(times) !== null);
      expect(first).toEqual(first.toSorted());
      expect(first.at(-1)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('counts every bomb, and finds most above a limit', () => {
  const over = Object.values(bombs).filter((text) => whyPlain(text) !== null);
  for (const text of Object.values(bombs)) countMarkdown(text);
  expect(over.length).toBeGreaterThan(30);
});
