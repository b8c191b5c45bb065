// Renders the README and docs/*.md into dist/docs: one file with all pages, and the pictures they show.
import { basename, join } from 'node:path';
import { picturesOf } from './docs/pictures.ts';
import { renderPage } from './docs/render.ts';
import { docsSources, root } from './docs/sources.ts';
import { isStale, put, replaceFolder } from './files.ts';

const built = join(root, 'dist/docs');

/** Builds the documentation if it is missing or older than its sources. */
export async function buildDocsWhenStale(): Promise<void> {
  const pages = (await docsSources()).map(({ path }) => path);
  const builders = ['src/build/docs', 'src/build/docs.ts', 'src/build/files.ts', 'bun.lock'];
  if (isStale(built, ['docs', ...pages, ...builders])) await buildDocs();
}

export const buildDocs = (): Promise<void> => replaceFolder(built, fill);

async function fill(folder: string): Promise<string[]> {
  const sources = await docsSources();
  const paths = new Set(sources.map(({ path }) => path));
  const pictures = new Map<string, string>();
  for (const path of picturesOf(sources)) {
    const bytes = await Bun.file(join(root, path)).bytes();
    pictures.set(path, await put(folder, basename(path), bytes));
  }
  const pages = sources.map((source) => renderPage(source, paths, pictures));
  await Bun.write(join(folder, 'pages.json'), JSON.stringify(pages));
  return ['pages.json', ...pictures.values()];
}
