/** Nothing that a person reads has a phrase of the list: sources, pages, and what is made of both. */
import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { PHRASES } from '../support/words/phrases.ts';
import { proseIn, type Sentence, sentencesIn } from '../support/words/sentences.ts';

const root = `${import.meta.dir}/../..`;

async function read(patterns: string[], of: (file: string, text: string) => Sentence[]) {
  const files = patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]);
  const found = files
    .sort()
    .map(async (file) => of(file, await Bun.file(`${root}/${file}`).text()));
  return (await Promise.all(found)).flat();
}

/** Each fault as a line that an editor can open. */
const faults = (sentences: Sentence[]) =>
  sentences.flatMap(({ file, line, text }) =>
    PHRASES.filter(({ phrase }) => phrase.test(text)).map(
      ({ phrase, instead }) => `${file}:${line}: ${phrase.exec(text)?.[0]} (${instead}): ${text}`,
    ),
  );

test('no sentence in the sources has a banned phrase', async () => {
  const sentences = await read(['src/**/*.{ts,tsx}'], sentencesIn);
  expect(sentences.length).toBeGreaterThan(2_000);
  expect(faults(sentences)).toEqual([]);
});

test('no page has a banned phrase', async () => {
  const sentences = await read(['*.md', 'docs/**/*.md'], proseIn);
  expect(sentences.length).toBeGreaterThan(500);
  expect(faults(sentences)).toEqual([]);
});
