import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fit } from '../../../src/cli/table/fit.ts';
import { type Column, laidOut, tabbed } from '../../../src/cli/table/layout.ts';
import { anyCharacter } from '../../support/texts/characters.ts';

type Row = { id: string; when: string; channel: string; title: string };

const columns: Column<Row>[] = [
  { whole: ({ id }) => id, shown: ({ id }) => id.slice(-8) },
  { whole: ({ when }) => when, rank: 1 },
  { whole: ({ channel }) => channel, least: 6, rank: 2 },
  { whole: ({ title }) => title, least: 10 },
];

const rows: Row[] = [
  { id: '01M81Y5VCM5K0000K3F9Q2XA', when: '52 min', channel: 'deploys', title: 'Deploy 1.4.2?' },
  { id: '01M81Y5VCM5K0000K3F9Q2XB', when: '1 h 31', channel: '部署', title: '東京に出しますか？' },
  { id: '01M81Y5VCM5K0000K3F9Q2XC', when: '4:12', channel: 'family 👩‍👩‍👧', title: '🚀 up?' },
];

const plain = (_: unknown, text: string) => text;
const linesAt = (width: number, list = rows) =>
  laidOut(columns, list, { width, paint: plain }).text.split('\n');
/** The column of the screen in which a text begins. */
const placeOf = (line: string, text: string) => Bun.stringWidth(line.slice(0, line.indexOf(text)));

test('aligns columns under CJK and emoji, and shows everything on a wide terminal', () => {
  const lines = linesAt(80);
  const titles = ['Deploy', '東京', '🚀'];
  expect(lines.map((line, at) => placeOf(line, `${titles[at]}`))).toEqual([29, 29, 29]);
  expect(lines[0]).toBe('K3F9Q2XA  52 min  deploys    Deploy 1.4.2?');
});

test('drops the channel first and then the time on a narrow terminal, never the id or title', () => {
  expect(linesAt(40)[0]).toBe('K3F9Q2XA  52 min  deploys    Deploy 1.4…');
  expect(linesAt(31)[0]).toBe('K3F9Q2XA  52 min  Deploy 1.4.2?');
  expect(linesAt(20)[0]).toBe('K3F9Q2XA  Deploy 1.…');
});

test('keeps every row within 20 to 200 columns in any script', () => {
  const text = fc
    .array(fc.constantFrom('日', '👩‍👩‍👧', 'a ', 'é', '\t', '\u0301'))
    .map((x) => x.join(''));
  const any = fc.oneof(text, fc.string({ unit: anyCharacter }));
  const row = fc.record({
    id: fc.constant('01M81Y5VCM5K0000K3F9Q2XA'),
    when: any,
    channel: any,
    title: any,
  });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 20, max: 200 }),
      (list, width) => {
        const lines = linesAt(width, list);
        expect(lines).toHaveLength(list.length);
        for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    { numRuns: 500 },
  );
});

test('omits a column that is empty in every row', () => {
  expect(
    linesAt(
      80,
      rows.map((row) => ({ ...row, channel: '' })),
    )[0],
  ).toBe('K3F9Q2XA  52 min  Deploy 1.4.2?');
});

test('keeps the columns of the first page on later pages', () => {
  const first = laidOut(columns, rows, { width: 80, paint: plain });
  const [short] = rows;
  const next = laidOut(columns, [{ ...short, channel: 'x' } as Row], {
    width: 80,
    paint: plain,
    before: first.naturals,
  });
  expect(placeOf(next.text, 'Deploy')).toBe(29);
});

test('prints each row as complete values between tabs for a script', () => {
  const title = `two\nlines\tand ${'much more '.repeat(40)}end`;
  const text = tabbed(columns, [{ ...rows[0], title } as Row]);
  expect(text.split('\t')).toEqual([
    '01M81Y5VCM5K0000K3F9Q2XA',
    '52 min',
    'deploys',
    title.replaceAll(/\s+/g, ' '),
  ]);
});

test('gives a colour no width, and paints no gap between columns', () => {
  const paint = (_: unknown, text: string) => `\u001b[31m${text}\u001b[39m`;
  const red: Column<Row>[] = columns.map((one) => ({ ...one, style: () => 'red' as const }));
  const { text } = laidOut(red, rows, { width: 80, paint });
  expect(Bun.stripANSI(text)).toBe(linesAt(80).join('\n'));
  expect(text).toContain('\u001b[31mdeploys\u001b[39m    \u001b[31mDeploy');
});

test('gives the remaining width to the widest column', () => {
  const rooms = [{ natural: 8 }, { natural: 50, least: 6 }, { natural: 60, least: 10 }];
  expect(fit(rooms, 80)).toEqual([8, 34, 34]);
  expect(fit(rooms, 200)).toEqual([8, 50, 60]);
});

test('shrinks low-ranking columns first, and the id last', () => {
  const rooms = [
    { natural: 8 },
    { natural: 26, least: 8, enough: 14, rank: 1 },
    { natural: 40, least: 16 },
  ];
  expect(fit(rooms, 72)).toEqual([8, 20, 40]);
  expect(fit(rooms, 62)).toEqual([8, 14, 36]);
  expect(fit(rooms, 36)).toEqual([8, 8, 16]);
  expect(fit(rooms, 30)).toEqual([8, 0, 20]);
  expect(fit(rooms, 20)).toEqual([8, 0, 10]);
});
