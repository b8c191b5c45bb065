import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsOf } from '../../scripts/recording/screen.ts';
import { svgOf } from '../../scripts/recording/svg.ts';
import { shotsOfDocs } from '../../scripts/screens/shots.ts';
import { picturesOf } from '../../src/build/docs/pictures.ts';
import { docsSources, root } from '../../src/build/docs/sources.ts';

const twinOf = (name: string) =>
  name.replace(/(light|dark)$/, (scheme) => (scheme === 'light' ? 'dark' : 'light'));

test('every picture in the README and docs exists and `bun run screenshots --docs` takes it', async () => {
  const shown = picturesOf(await docsSources());
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const shots = await shotsOfDocs();
  expect(shots.length).toBeGreaterThan(0);
  expect(shots.filter((name) => !shots.includes(twinOf(name)))).toEqual([]);
});

test('docs/screens contains only pictures that a page shows', async () => {
  const shots = await shotsOfDocs();
  const kept = (await readdir(join(root, 'docs/screens'))).filter((name) => name.endsWith('.png'));
  expect(kept.toSorted()).toEqual(shots.map((name) => `${name}.png`).toSorted());
});

test('a recorded screen keeps its text, columns and colours', () => {
  const screen =
    '\u001b[1mInbox\u001b[0m · 6 \u001b[32m● live\u001b[39m\n\n  \u001b[7m a < b \u001b[0m';
  expect(rowsOf(screen)).toMatchObject([
    [
      { column: 0, text: 'Inbox', bold: true, fg: null },
      { column: 5, text: ' · 6 ', bold: false },
      { column: 10, text: '● live', fg: 2 },
    ],
    [],
    [{ column: 2, text: ' a < b ', inverse: true }],
  ]);
  const svg = svgOf(
    [
      { what: 'look', screen },
      { what: 'again', screen },
    ],
    20,
    3,
  );
  expect(svg.match(/<g class="frame"/g)).toHaveLength(2);
  expect(svg).toContain('a &lt; b');
  expect(svg).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

test('the recording of the terminal is one small SVG of text', async () => {
  const svg = await Bun.file(join(root, 'docs/screens/terminal.svg')).text();
  expect(svg.length).toBeLessThan(64 * 1024);
  const parts = ['>Deploy 1.4.2?</text>', 'prefers-color-scheme:dark', 'prefers-reduced-motion'];
  expect(parts.filter((part) => !svg.includes(part))).toEqual([]);
});
