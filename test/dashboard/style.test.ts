import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { readDashboard } from '../../src/dashboard-files.ts';

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

test('is under 33 KB compressed', async () => {
  const files = await readDashboard();
  const [bytes] = [...files].flatMap(([name, one]) =>
    /^style-.*\.css\.gz$/.test(name) ? [one] : [],
  );
  expect(bytes?.length).toBeGreaterThan(5000);
  expect(bytes?.length).toBeLessThan(33_000);
});
