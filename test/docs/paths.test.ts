import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
/** In code, with a folder: `core/<feature>/schema.ts` names several, and a file alone is in the one just named. */
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;

test('the page on the architecture names files that exist', async () => {
  const page = await Bun.file(join(root, 'docs/architecture.md')).text();
  const named = new Set([...page.matchAll(PATH)].map(([, path = '']) => path));
  expect(named.size).toBeGreaterThan(100);
  const written = [...named].filter((path) => !path.startsWith('../dist/'));
  const missing = written.filter(
    (path) => !existsSync(join(root, 'src', path)) && !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});
