import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { readDashboard } from '../../src/dashboard-files.ts';
import { type Sheets, sheetFaults } from '../support/browser/sheets.ts';

test('includes the style of every component in the scripts', async () => {
  const files = await readDashboard();
  const textOf = (ending: string) =>
    [...files]
      .filter(([name]) => name.endsWith(ending))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join('\n');
  const whole = readFileSync(require.resolve('@mantine/core/styles.css'), 'utf8');
  const used = classesIn(textOf('.js'), /\b(m_[0-9a-f]+)\b/g);
  const styled = classesIn(textOf('.css'), /\.(m_[0-9a-f]+)/g);
  const needed = used.intersection(classesIn(whole, /\.(m_[0-9a-f]+)/g));
  expect(needed.size).toBeGreaterThan(100);
  expect([...needed.difference(styled)]).toEqual([]);
});

const classesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name));

test('is under 34 KB compressed', async () => {
  const files = await readDashboard();
  const [bytes] = [...files].flatMap(([name, one]) =>
    /^style-.*\.css\.gz$/.test(name) ? [one] : [],
  );
  expect(bytes?.length).toBeGreaterThan(5000);
  expect(bytes?.length).toBeLessThan(34_000);
});

test('styles each class in one sheet, and nothing from another sheet', async () => {
  const folder = `${import.meta.dir}/../../src`;
  const sheets: Sheets = {};
  for await (const path of new Bun.Glob('{dashboard,kinds}/**/*.css').scan(folder)) {
    // The page of decision links is bundled on its own.
    if (!path.startsWith('dashboard/decide/'))
      sheets[path] = await Bun.file(`${folder}/${path}`).text();
  }
  expect(Object.keys(sheets).length).toBeGreaterThan(100);
  expect(sheetFaults(sheets)).toEqual([]);
});

test.each<[string, Sheets, string[]]>([
  [
    'a class of two sheets',
    { 'a.css': '.step { gap: 0 }', 'b.css': '@media print { .step:hover { gap: 1px } }' },
    ['a.css and b.css define .step'],
  ],
  [
    'an override from another sheet',
    { 'a.css': '.rail .badge, .rail { top: 0 }', 'b.css': '.badge > svg { top: 0 }' },
    ['a.css and b.css define .badge'],
  ],
  [
    'a choice between classes of another sheet',
    { 'a.css': '.rail :is(.name, .row) { top: 0 }', 'b.css': '.name { top: 0 }' },
    ['a.css and b.css define .name'],
  ],
  [
    'a rule for all elements',
    { 'a.css': '[data-kind] > code { top: 0 }' },
    ['a.css: `[data-kind] > code` ends in no class'],
  ],
  [
    'no state, part or condition',
    {
      'a.css': '.a:has(.b) > .mantine-Button-label { top: 0 } .a:not(.b:hover)::before { top: 0 }',
      'b.css': '.a[data-on] .b { top: 0 } @keyframes spin { to { rotate: 1turn } }',
    },
    [],
  ],
])('reports %s', (_name, sheets, faults) => {
  expect(sheetFaults(sheets)).toEqual(faults);
});
