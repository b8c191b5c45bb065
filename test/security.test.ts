import { expect, test } from 'bun:test';
import { join } from 'node:path';

const page = await Bun.file(join(import.meta.dir, '../docs/security.md')).text();
/** Each file with the names that follow it, up to the next file. */
const named = page
  .split(/(?=`[\w/.-]+\.test\.ts`)/)
  .slice(1)
  .map((part) => {
    const [, file = ''] = /^`([\w/.-]+\.test\.ts)`/.exec(part) ?? [];
    const [paragraph = ''] = part.split(/\n(?:- |#)/);
    const code = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    return { file, names: code.filter((text) => text.includes(' ')) };
  });

test('every promise in docs/security.md names a test that exists', async () => {
  expect(named.length).toBeGreaterThan(20);
  for (const { file, names } of named) {
    const source = await Bun.file(join(import.meta.dir, file)).text();
    for (const name of names) expect([file, source.includes(name)]).toEqual([file, true]);
  }
});
