import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakages } from '../../scripts/plant/breakages.ts';

const src = join(import.meta.dir, '../../src');

test.each(breakages)('can still plant: $what', ({ file, find, put }) => {
  expect(readFileSync(join(src, file), 'utf8').split(find)).toHaveLength(2);
  expect(put).not.toBe(find);
});
