import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { markdownRows } from '../../../src/cli/layout/markdown.ts';
import { plainRows } from '../../../src/cli/layout/plain.ts';
import { brokenRows } from '../../../src/cli/layout/rows.ts';
import { brokenAt } from '../../../src/cli/output.ts';
import { countMarkdown, whyPlain } from '../../../src/core/messages/markdown.ts';
import { bombs } from '../../support/texts/bombs.ts';
import { markdown as anyMarkdown } from '../../support/texts/markdown.ts';

const page = { all: 'inbox show 1' };
const rowsOf = (text: string, columns: number) => markdownRows(text, { ...page, columns });
const textOf = (text: string, columns: number) => rowsOf(text, columns).join('\n');

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
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a  b\n─  ─\n1  2'],
  ['- a\n\n  b\n\n- c', '• a\n\n  b\n• c'],
  ['> - a\n>   > b\n>\n> c', '│ • a\n│   │ b\n│\n│ c'],
  ['a\n\n---\n\nb', `a\n\n${'─'.repeat(40)}\n\nb`],
];
test.each(shown)('renders %p as %p', (markdown, text) => {
  expect(textOf(markdown, 80)).toBe(text);
});

test("prints a link's target whatever its text claims", () => {
  expect(textOf('[https://bank.example](https://evil.example)', 80)).toBe(
    'https://bank.example (https://evil.example)',
  );
});

test.each([
  ['Pay \u202eecila **a\u200bb** `c\u2800`', 'Pay [U+202E]ecila a[U+200B]b c[U+2800]'],
  ['```\nls \u202e\n\u200b\n```', '┃ ls [U+202E]\n┃ [U+200B]'],
  // The name in brackets is not taken for a link, nor for the definition of one.
  ['\u202e(https://evil.example)', '[U+202E](https://evil.example)'],
  ['\u200b: https://evil.example\n\nx', '[U+200B]: https://evil.example\n\nx'],
  ['&rlm;&#x200b;&#27;[2J', '[U+200F][U+200B][U+001B][2J'],
  ['[a\u202e](https://a.example/\u202e)', 'a[U+202E] (https://a.example/[U+202E])'],
])('names what hides in %j', (markdown, text) => {
  expect(textOf(markdown, 80)).toBe(text);
});

test('spells a host of mixed scripts as a browser does', () => {
  expect(textOf('[https://p\u0430ypal.example/x](https://p\u0430ypal.example/x)', 80)).toBe(
    'https://p\u0430ypal.example/x (https://xn--pypal-4ve.example/x)',
  );
  expect(textOf('https://münchen.example', 80)).toBe('https://münchen.example');
});

const parts = fc.constantFrom(
  '&#27;[2J',
  '&#x9b;2J',
  '\u001b]8;;x\u0007',
  '&rlm;',
  '\u202e',
  '\r',
  '\t',
  '\u0000',
  '# ',
  '- ',
  '> ',
  '```',
  '`',
  '**',
  '[a](',
  ')',
  '![',
  '](',
  '|',
  '\n',
  '\n\n',
  '    ',
  '<b>',
  '<!--',
  '日本語',
  '👩‍👩‍👧',
  'word',
  ' ',
  '1. ',
  '---',
  '~~',
  'http://a.b/&#27;',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, where colours are forced
const COLOURS = /\u001b\[[0-9;]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test('prints no control characters and no line wider than the terminal', () => {
  const markdown = fc.array(parts, { maxLength: 40 }).map((some) => some.join(''));
  fc.assert(
    fc.property(markdown, fc.integer({ min: 2, max: 90 }), (text, columns) => {
      for (const line of rowsOf(text, columns)) {
        expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
        expect(line.replaceAll(COLOURS, '')).not.toMatch(OBEYED);
      }
    }),
    { numRuns: 2000 },
  );
});

/** How many characters are wrapped until a text is laid out: the work, whatever the machine. */
function stepsOf(text: string, columns: number) {
  const wrap = spyOn(Bun, 'wrapAnsi');
  const shown = textOf(text, columns);
  const steps = wrap.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  wrap.mockRestore();
  return { shown, steps };
}

/** Each of the levels is wrapped once, with the marks of those within it before every line. */
const mostSteps = (text: string) =>
  (countMarkdown(text).levels + 2) * (8 * text.length + 100 * countMarkdown(text).nodes + 2000);

test('lays out a text in steps proportional to its nesting levels', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.integer({ min: 20, max: 200 }), (text, columns) => {
      fc.pre(whyPlain(text) === null);
      expect(stepsOf(text, columns).steps).toBeLessThanOrEqual(mostSteps(text));
    }),
    { numRuns: 1000 },
  );
});

test.each(Object.entries(bombs))(
  'lays out %s, or shows it as plain text and cut, within the step limit',
  (_, text) => {
    const { shown, steps } = stepsOf(text, 80);
    const isPlain = shown.includes('(shown as plain text: ');
    expect(steps).toBeLessThan(2_000_000);
    expect(shown.length).toBeLessThan(500_000);
    if (isPlain) expect(shown.split('\n').length).toBeLessThan(210);
    if (isPlain && text.length > 100_000)
      expect(shown.slice(-200)).toContain('; full text: inbox show');
  },
);

test('counts at least as many nesting levels as the renderer draws', () => {
  const inner = (text: string) => `(${text})`;
  const none = () => '';
  const shape = { blockquote: inner, listItem: inner, text: none, code: none, html: none };
  fc.assert(
    fc.property(anyMarkdown, (text) => {
      const drawn = Bun.markdown.render(text, shape);
      let [depth, most] = [0, 0];
      for (const mark of drawn) {
        if (mark === '(') depth += 1;
        if (mark === ')') depth -= 1;
        most = Math.max(most, depth);
      }
      const { levels, nodes } = countMarkdown(text);
      // Beyond a limit the rest is not counted.
      if (levels <= 20 && nodes <= 2000) expect(most).toBeLessThanOrEqual(levels);
    }),
    { numRuns: 2000 },
  );
});

test('cuts a plain text after 200 lines and says how to see the rest', () => {
  const text = Array.from({ length: 300 }, (_, at) => `Line ${at}`).join('\n');
  const shown = plainRows(text, { columns: 80, all: 'inbox show 1 --pager' });
  expect(shown.slice(198)).toEqual([
    'Line 198',
    'Line 199',
    '',
    '… cut after 200 lines; full text: inbox show 1 --pager',
  ]);
  expect(plainRows('a\nb', { ...page, columns: 80 })).toEqual(['a', 'b']);
});

const numbers = `| table | rows | change |
|:--|--:|:-:|
| raw.table_1000 | 1117 | +1.1 % |
| 日本語 | 9 | – |`;

test('aligns table columns by width and by their marks, under a rule', () => {
  expect(rowsOf(numbers, 80)).toEqual([
    'table           rows  change',
    '──────────────  ────  ──────',
    'raw.table_1000  1117  +1.1 %',
    '日本語             9    –',
  ]);
});

test('wraps the widest cells of a wide table, and lists the rows when it has too many columns', () => {
  const text = '| a | what |\n|-|-|\n| 1 | one word after another |';
  expect(rowsOf(text, 16)).toEqual([
    'a  what',
    '─  ─────────────',
    '1  one word',
    '   after another',
  ]);
  const wide = `|${' name |'.repeat(9)}\n|${'-|'.repeat(9)}\n|${' value |'.repeat(9)}`;
  expect(rowsOf(wide, 30)).toEqual(Array.from({ length: 9 }, () => 'name: value'));
});

test('begins no row with the spaces at which the previous row was broken', () => {
  const text = 'in batches of a thousand rows, waits for the replicas';
  const rows = ['in batches of a thousand rows, waits', 'for the replicas'];
  expect(rowsOf(text, 36)).toEqual(rows);
  expect(brokenAt(text, 36)).toBe(rows.join('\n'));
  expect(rowsOf(`- ${text}`, 38)).toEqual([
    '• in batches of a thousand rows, waits',
    '  for the replicas',
  ]);
});

test('starts a text after what its first row already contains', () => {
  const beside = (text: string) => markdownRows(text, { ...page, columns: 20, taken: 10 });
  expect(beside('one two three four five')).toEqual(['one two', 'three four five']);
  expect(beside('a-very-long-word and more')).toEqual(['', 'a-very-long-word and', 'more']);
  expect(beside('- one')).toEqual(['', '• one']);
});

test('keeps a long link on one row when asked to', () => {
  const link = `https://example.org/${'path/'.repeat(10)}`;
  const rows = markdownRows(`See ${link} now`, { ...page, columns: 30, wholeLinks: true });
  expect(rows).toEqual(['See', link, 'now']);
});

test('closes and reopens colours at each row, even across a line break', () => {
  const [bold, plain] = ['\u001b[1m', '\u001b[22m'];
  expect(brokenRows(`${bold}one\ntwo three${plain} four`, 9)).toEqual([
    `${bold}one${plain}`,
    `${bold}two three${plain}`,
    'four',
  ]);
});
