/** The pages of the documentation: the README, docs/*.md, and what these link to beside the README. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';

export const root = join(import.meta.dir, '../../..');

/**
 * A page by its path in the repository, such as `docs/install.md`, with its readers' aim in the README's list, such as
 * “run a server”; empty for a page that is not listed.
 */
export type Source = { path: string; text: string; group: string };

/** In reading order: the README, the pages as its index lists them, and the others by name. */
export async function docsSources(): Promise<Source[]> {
  const inDocs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).sort();
  const pages = ['README.md', ...inDocs.map((name) => `docs/${name}`)];
  const read = new Map(pages.map((path) => [path, textOf(path)]));
  for (const [path, text] of [...read]) {
    const linked = linksOf(path, text).filter(isBesideReadme);
    for (const one of linked) if (!read.has(one)) read.set(one, textOf(one));
  }
  const groups = groupsIn(read.get('README.md') ?? '');
  const order = new Set(['README.md', ...groups.keys(), ...read.keys()]);
  return [...order].flatMap((path) => {
    const text = read.get(path);
    return text === undefined ? [] : [{ path, text, group: groups.get(path) ?? '' }];
  });
}

/** The page's name in its address. */
export const nameOf = (path: string) => basename(path, '.md');

/** Resolves a link of a page to a path in the repository. */
export const pathFrom = (from: string, link: string) =>
  posix.normalize(posix.join(posix.dirname(from), link));

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const isBesideReadme = (path: string) => !path.includes('/') && existsSync(join(root, path));

const linksOf = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^()\s#:]+\.md)(?:#[^()\s]*)?\)/g)].map(([, link = '']) =>
    pathFrom(path, link),
  );

/** The README's list: each page with the first cell of its row. */
function groupsIn(readme: string): Map<string, string> {
  const [list = ''] = /^## Documentation\n.*?(?=^## )/ms.exec(`${readme}\n## `) ?? [];
  const groups = new Map<string, string>();
  for (const [, group = '', cell = ''] of list.matchAll(/^\| ([^|]+) \| (.*) \|$/gm)) {
    for (const path of linksOf('README.md', cell)) groups.set(path, group);
  }
  return groups;
}
