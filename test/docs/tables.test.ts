/** The tables of the pages that must follow the code: every route, every package. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { dependencies, devDependencies } from '../../package.json';
import { documentOf } from '../support/documented.ts';
import { testServer } from '../support/server.ts';

const root = join(import.meta.dir, '../..');

/** What the first column of the table under a heading names, each `in code`. */
async function firstColumn(page: string, heading: string): Promise<string[]> {
  const text = await Bun.file(join(root, page)).text();
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test('the page on HTTP lists every route that the server has, and no other', async () => {
  await using server = await testServer();
  const { paths } = await documentOf(server.url);
  const routes = Object.entries(paths).flatMap(([path, methods]) => {
    const shown = path.replace(/^\/api\/v1/, '').replaceAll(/\{(\w+)\}/g, ':$1');
    return Object.keys(methods).map((method) => `${method.toUpperCase()} ${shown}`);
  });
  expect((await firstColumn('docs/http.md', 'All routes')).sort()).toEqual(routes.sort());
});

test('the page on the architecture gives a reason for every package', async () => {
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const named = await firstColumn('docs/architecture.md', 'Dependencies');
  expect(named.sort()).toEqual(packages.sort());
});
