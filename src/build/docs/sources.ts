/** The pages of the documentation: the README, docs/*.md, and what these link to beside the README. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';

export const root = join(import.meta.dir, '../../..');

/** A page by its path in the repository, such as `docs/install.md`. */
export type Source = { path: string; text: string };

/** In reading order: the README, the pages as its index lists them, and the others by name. */
export async function docsSources(): Promise<Source[]> {
  const inDocs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).sort();
  const pages = ['README.md', ...inDocs.map((name) => `docs/${name}`)].map(read);
  const linked = pages.flatMap(linksOf).filter((path) => isBesideReadme(path));
  const [readme] = pages;
  const listed = readme ? linksOf({ ...readme, text: indexOf(readme.text) }) : [];
  const known = new Map(pages.map((page) => [page.path, page]));
  for (const path of linked) if (!known.has(path)) known.set(path, read(path));
  const order = new Set(['README.md', ...listed, ...known.keys()]);
  return [...order].flatMap((path) => known.get(path) ?? []);
}

/** The page's name in its address. */
export const nameOf = (path: string) => basename(path, '.md');

/** Resolves a link of a page to a path in the repository. */
export const pathFrom = (from: string, link: string) =>
  posix.normalize(posix.join(posix.dirname(from), link));

const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') });

const isBesideReadme = (path: string) => !path.includes('/') && existsSync(join(root, path));

const linksOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/\]\(([^()\s#:]+\.md)(?:#[^()\s]*)?\)/g)].map(([, link = '']) =>
    pathFrom(path, link),
  );

/** The README's list of pages, or all of it without one. */
const indexOf = (text: string) =>
  /^## Documentation\n(.*?)(?=^## )/ms.exec(`${text}\n## `)?.[1] ?? text;
