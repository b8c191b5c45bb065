/** The fields of prompts, without a terminal. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { choiceField } from '../../src/cli/prompting/choice-field.ts';
import { textField } from '../../src/cli/prompting/text-field.ts';

const regions = Array.from({ length: 12 }, (_, at) => ({ value: `${at}`, label: `Region ${at}` }));
const type = (field: ReturnType<typeof choiceField>, ...keys: string[]) =>
  keys.map((key) => field.key(key));

test('types Space into the search of a multiple choice, and picks with it in a short one', () => {
  const searched = choiceField(regions, { isMany: true });
  type(searched, ...'region', ' ', '1', '1');
  expect([searched.lines(80, 20)[0], searched.value()]).toEqual([
    'Search: region 11▏ (1 match)',
    undefined,
  ]);
  type(searched, 'tab', ' ');
  expect([searched.lines(80, 20)[0], searched.value()]).toEqual([
    'Search: region 11 ▏ (1 match)',
    ['11'],
  ]);
  const short = choiceField(regions.slice(0, 3), { isMany: true });
  type(short, 'down', ' ', 'down', ' ');
  expect(short.value()).toEqual(['0', '1']);
});

test('keeps what was moved to when a blank is typed, and each blank that came with others', () => {
  const field = choiceField(regions);
  type(field, 'r', 'down', ' ');
  expect(field.value()).toEqual(['1']);
  field.text('  x ');
  expect(field.lines(80, 20)[0]).toBe('Search: r   x ▏ (0 matches)');
});

test('sends nothing without a match, whatever was picked before', () => {
  const field = choiceField(regions, { isMany: true });
  type(field, 'down', 'tab');
  expect(field.value()).toEqual(['0']);
  type(field, 'z');
  expect([field.value(), field.problem?.()]).toEqual([undefined, 'No match']);
});

test('shows the end of a long search', () => {
  const field = choiceField(regions);
  field.text('word '.repeat(40));
  const [line = ''] = field.lines(40, 20);
  expect(line).toMatch(/^Search: ….*word ▏ \(0 matches\)$/);
  expect(Bun.stringWidth(line)).toBeLessThanOrEqual(40);
});

const plain = (line: string) => Bun.stripANSI(line);

test('breaks what is written between words, and within one that is longer than a row', () => {
  const initial = `The quick brown fox jumps ${'o'.repeat(30)} 日本語日本語日本語\nlast`;
  const rows = textField({ lines: 'many', initial }).lines(20, 20).map(plain);
  expect(rows.map((row) => row.trimEnd())).toEqual([
    'The quick brown fox',
    'jumps',
    'o'.repeat(20),
    `${'o'.repeat(10)} 日本語日`,
    '本語日本語',
    'last',
  ]);
});

test('shows every character of a text within its columns, and the cursor', () => {
  const character = fc.constantFrom(...'ab cd\n日👍é-');
  const size = { columns: fc.integer({ min: 2, max: 30 }), moves: fc.nat({ max: 40 }) };
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 60 }),
      size.columns,
      size.moves,
      (all, columns, moves) => {
        const field = textField({ lines: 'many', initial: all.join('') });
        for (let at = 0; at < moves; at++) field.key('left');
        const rows = field.lines(columns, 100).map(plain);
        for (const row of rows) expect(Bun.stringWidth(row)).toBeLessThanOrEqual(columns);
        const letters = (text: string) => text.replaceAll(/\s/g, '');
        expect(letters(rows.join(''))).toBe(letters(all.join('')));
      },
    ),
  );
});

test('shows the rows around the cursor of a long text', () => {
  const initial = Array.from({ length: 500 }, (_, at) => `Line ${at}`).join('\n');
  const field = textField({ lines: 'many', initial });
  expect(field.lines(40, 5).map(plain)).toContain('Line 499 ');
  for (let at = 0; at < 250; at++) field.key('up');
  const rows = field.lines(40, 5).map((row) => plain(row).trimEnd());
  expect(rows).toEqual([247, 248, 249, 250, 251].map((at) => `Line ${at}`));
});

test('writes into one line what was pasted, without its last line break', () => {
  const written = (text: string) => {
    const field = textField({ initial: 'a' });
    field.text(text);
    return field.value();
  };
  expect(['b\n', ' b ', 'b\n c\nd', '\tb'].map(written)).toEqual(['ab', 'a b ', 'ab c d', 'a\tb']);
});
