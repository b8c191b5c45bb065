/** Finds the pictures that pages show or link to: files under docs/. */
import { pathFrom, type Source } from './sources.ts';

const LINKS = /(?:src|srcset|href)="([^"]+)"|\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g;
const PICTURE = /^docs\/.+\.(png|svg|txt)$/;

/** Their paths in the repository, each once. */
export function picturesOf(sources: Source[]): string[] {
  const paths = sources.flatMap(({ path, text }) =>
    [...text.matchAll(LINKS)].map(([, quoted, link = '']) => pathFrom(path, quoted ?? link)),
  );
  return [...new Set(paths)].filter((path) => PICTURE.test(path)).sort();
}
