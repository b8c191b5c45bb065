/** Comments and names are plain English; titles of tests are sentences that a list of failures can show alone. */
import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { commentsIn, namesIn, titlesIn } from '../support/words/code.ts';
import { BEGINNINGS, NAMES, OPENINGS, PHRASES } from '../support/words/phrases.ts';
import type { Sentence } from '../support/words/sentences.ts';

const root = `${import.meta.dir}/../..`;
const rules = PHRASES.filter(({ onlyShown }) => !onlyShown);

async function read(pattern: string, of: (file: string, text: string) => Sentence[]) {
  const files = [...new Glob(pattern).scanSync(root)].sort();
  const found = files.map(async (file) => of(file, await Bun.file(`${root}/${file}`).text()));
  return (await Promise.all(found)).flat();
}

function faults(sentences: Sentence[], rules: typeof PHRASES) {
  const texts = new Set(sentences.map(({ text }) => text));
  const wrong = new Set([...texts].filter((text) => rules.some(({ phrase }) => phrase.test(text))));
  return sentences
    .filter(({ text }) => wrong.has(text))
    .flatMap(({ file, line, text }) =>
      rules
        .filter(({ phrase }) => phrase.test(text))
        .map(
          ({ phrase, instead }) =>
            `${file}:${line}: ${phrase.exec(text)?.[0]} (${instead}): ${text}`,
        ),
    );
}

test('every title of a test has a verb, its condition last and no banned phrase', async () => {
  const titles = await read('test/**/*.{ts,tsx}', titlesIn);
  expect(titles.length).toBeGreaterThan(1_500);
  expect(faults(titles, [...BEGINNINGS, ...rules])).toEqual([]);
});

test('no comment contains a banned phrase, or one at its beginning', async () => {
  const comments = await read(
    '{bin,build,packages,scripts,src,test}/**/*.{css,mjs,ts,tsx}',
    commentsIn,
  );
  expect(comments.length).toBeGreaterThan(4_000);
  expect(faults(comments, [...OPENINGS, ...rules])).toEqual([]);
});

test('no name contains a banned word', async () => {
  const names = await read('{bin,build,packages,scripts,src,test}/**/*.{ts,tsx}', namesIn);
  expect(names.length).toBeGreaterThan(100_000);
  expect(faults(names, NAMES)).toEqual([]);
});
