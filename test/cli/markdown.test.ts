import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { markdownText } from '../../src/cli/markdown.ts';
import { plainText } from '../../src/cli/plain.ts';
import { countMarkdown, whyPlain } from '../../src/core/messages/markdown.ts';
import { bombs } from '../support/bombs.ts';
import { markdown as anyMarkdown } from '../support/markdown.ts';

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
  expect(markdownText(markdown, 80, 'inbox show 1')).toBe(text);
});

test('a link tells where it leads, whatever its text pretends', () => {
  expect(markdownText('[https://bank.example](https://evil.example)', 80, 'inbox show 1')).toBe(
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
      for (const line of markdownText(text, columns, 'inbox show 1').split('\n')) {
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
  const shown = markdownText(text, columns, `inbox show ${crypto.randomUUID()}`);
  const steps = wrap.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  wrap.mockRestore();
  return { shown, steps };
}

/** Each of the levels is wrapped once, with the marks of those within it before every line. */
const mostSteps = (text: string) =>
  (countMarkdown(text).levels + 2) * (8 * text.length + 100 * countMarkdown(text).nodes + 2000);

test('a text that is laid out takes so many steps for each of its levels, and no more', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.integer({ min: 20, max: 200 }), (text, columns) => {
      fc.pre(whyPlain(text) === null);
      expect(stepsOf(text, columns).steps).toBeLessThanOrEqual(mostSteps(text));
    }),
    { numRuns: 1000 },
  );
});

test.each(Object.entries(bombs))('%s: laid out, or plain and cut, in few steps', (_, text) => {
  const { shown, steps } = stepsOf(text, 80);
  const isPlain = shown.includes('(shown as plain text: ');
  expect(steps).toBeLessThan(2_000_000);
  expect(shown.length).toBeLessThan(500_000);
  if (isPlain) expect(shown.split('\n').length).toBeLessThan(210);
  if (isPlain && text.length > 100_000)
    expect(shown.slice(-200)).toContain('; all of it: inbox show');
});

test('the terminal nests quotes and lists no deeper than was counted', () => {
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

test('a message is laid out once for a width, not with each tick and key', () => {
  const render = spyOn(Bun.markdown, 'render');
  const text = `**once** ${crypto.randomUUID()}`;
  for (const columns of [80, 80, 40, 80, 40]) markdownText(text, columns, 'inbox show 1');
  expect(render).toHaveBeenCalledTimes(2);
  render.mockRestore();
});

test('a text that is shown plain ends after 200 lines, and says how to see the rest', () => {
  const text = Array.from({ length: 300 }, (_, at) => `Line ${at}`).join('\n');
  const shown = plainText(text, 80, 'inbox show 1 --pager').split('\n');
  expect(shown.slice(198)).toEqual([
    'Line 198',
    'Line 199',
    '',
    '… cut after 200 lines; all of it: inbox show 1 --pager',
  ]);
  expect(plainText('a\nb', 80, 'inbox show 1')).toBe('a\nb');
});
