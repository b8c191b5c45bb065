import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { markdownText } from '../../src/cli/markdown.ts';

const shown: [markdown: string, text: string][] = [
  ['# Head\nbelow', 'Head\n\nbelow'],
  ['one\ntwo', 'one\ntwo'],
  ['- a\n- b\n  - c', '• a\n• b\n  • c'],
  ['3. a\n4. b', '3. a\n4. b'],
  ['- [x] done\n- [ ] open', '[x] done\n[ ] open'],
  ['> said', '│ said'],
  ['```sh\nls\n\tcd\n```', '┃ ls\n┃     cd'],
  ['**b** *i* `c` ~~d~~', 'b i c d'],
  ['[here](https://a.example/x)', 'here (https://a.example/x)'],
  ['https://a.example', 'https://a.example'],
  ['![plan](https://a.example/p.png)', '[plan] (https://a.example/p.png)'],
  ['a <b>b</b> <!-- c -->', 'a <b>b</b> <!-- c -->'],
  ['<!-- all -->', '<!-- all -->'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a  b\n1  2'],
];
test.each(shown)('%p reads as %p', (markdown, text) => {
  expect(markdownText(markdown, 80)).toBe(text);
});

test('a link tells where it leads, whatever its text pretends', () => {
  expect(markdownText('[https://bank.example](https://evil.example)', 80)).toBe(
    'https://bank.example (https://evil.example)',
  );
});

const parts = fc.constantFrom(
  ...['&#27;[2J', '&#x9b;2J', '\u001b]8;;x\u0007', '&rlm;', '\u202e', '\r', '\t', '\u0000'],
  ...['# ', '- ', '> ', '```', '`', '**', '[a](', ')', '![', '](', '|', '\n', '\n\n', '    '],
  ...['<b>', '<!--', '日本語', '👩‍👩‍👧', 'word', ' ', '1. ', '---', '~~', 'http://a.b/&#27;'],
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, where colours are forced
const COLOURS = /\u001b\[[0-9;]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test('no markdown brings a character that a terminal obeys, nor a line wider than the terminal', () => {
  const markdown = fc.array(parts, { maxLength: 40 }).map((some) => some.join(''));
  fc.assert(
    fc.property(markdown, fc.integer({ min: 2, max: 90 }), (text, columns) => {
      for (const line of markdownText(text, columns).split('\n')) {
        expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
        expect(line.replaceAll(COLOURS, '')).not.toMatch(OBEYED);
      }
    }),
    { numRuns: 2000 },
  );
});
