import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { plainParts } from '../../../src/core/messages/plain.ts';

const plainText = (markdown: string) =>
  plainParts(markdown)
    .map(({ text }) => text)
    .join('');

const cases: [markdown: string, plain: string][] = [
  ['All **482 checks** passed.', 'All 482 checks passed.'],
  ['## Plan\n\n1. *stop*, 2. __start__', 'Plan\n\n1. stop, 2. start'],
  ['Rewrites `orders` and locks **`user_id`**.', 'Rewrites orders and locks user_id.'],
  ['```sql\n+ DROP **x**;\n```', '+ DROP **x**;'],
  ['~~~\n# not a heading\n~~~', '# not a heading'],
  ['See [the run](https://ci.example/1).', 'See the run (https://ci.example/1).'],
  ['[https://a.example](https://a.example)', 'https://a.example'],
  ['![](chart.png)', 'chart.png'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['Delete *.ts and *.js', 'Delete *.ts and *.js'],
  ['~~old~~ new, `a*b*c`', 'old new, a*b*c'],
  ['``a ` b``', 'a ` b'],
  ['- one\n- two\n> said', '- one\n- two\n> said'],
  ['1 < 2 && <b>3</b> &amp; \\*', '1 < 2 && <b>3</b> &amp; \\*'],
];
test.each(cases)('shows %j as %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});

test('changes no text that has no marks', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'é', '1', ' ', '\n', '.', '<', '&', '\uE000'),
  });
  fc.assert(fc.property(letters, (text) => expect(plainText(text)).toBe(text)));
});

test('keeps every word, whatever marks are around it', () => {
  const word = fc.constantFrom(
    'a',
    'b_',
    '漢',
    '*',
    '**',
    '_',
    '`',
    '~~',
    '#',
    '\n',
    ' ',
    '[',
    '](',
    ')',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (parts) => {
      // Each another: a link that is labelled with its own address is shown once.
      const text = parts.map((part, at) => (/\p{L}/u.test(part) ? part + at : part)).join('');
      // The word after a fence names its language.
      fc.pre(!/^(```|~~~)/m.test(text));
      const wordsOf = (from: string) => from.match(/(?:a|b_|漢)\d+/g) ?? [];
      expect(wordsOf(plainText(text))).toEqual(wordsOf(text));
    }),
    { numRuns: 2000 },
  );
});

test('leaves a text alone that would take long to search for marks', () => {
  const text = '*_'.repeat(20_000);
  expect(plainText(text)).toBe(text);
});
