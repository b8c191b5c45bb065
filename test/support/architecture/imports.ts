/** Sources as a graph of imports. */
import { dirname, join } from 'node:path';

/** By their path under one folder. */
export type Sources = Record<string, string>;
export type Import = { from: string; to: string; isFile: boolean; isType: boolean };

const STATEMENT = /^(?:import|export)\s+(type\s)?([^'";]*?)from\s+['"]([^'"]+)['"]/gm;
const BARE = /^import\s+()()['"]([^'"]+)['"]/gm;
const LAZY = /\bimport\(()()\s*['"]([^'"]+)['"]/g;

export async function readSources(folder: string): Promise<Sources> {
  const paths = await Array.fromAsync(new Bun.Glob('**/*.{ts,tsx}').scan(folder));
  const read = paths.map(async (path) => [path, await Bun.file(`${folder}/${path}`).text()]);
  return Object.fromEntries(await Promise.all(read));
}

export const importsOf = (sources: Sources): Import[] =>
  Object.entries(sources).flatMap(([from, source]) =>
    [STATEMENT, BARE, LAZY].flatMap((pattern) =>
      [...source.matchAll(pattern)].map(([, type, names = '', named = '']) => {
        const isFile = named.startsWith('.');
        const to = isFile ? join(dirname(from), named) : named;
        return { from, to, isFile, isType: Boolean(type) || isOfTypes(names) };
      }),
    ),
  );

/** `{ type A, type B }` */
const isOfTypes = (names: string) => /^\{(\s*type\s+[^,}]+,?)+\s*\}\s*$/.test(names);

/** Each circle of files that import each other, types included. */
export function circles(imports: Import[]): string[] {
  const next = Map.groupBy(
    imports.filter(({ isFile }) => isFile),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) {
      return [`${[...trail.slice(trail.indexOf(path)), path].join(' -> ')} is a circle`];
    }
    if (done.has(path)) return [];
    const found = (next.get(path) ?? []).flatMap(({ to }) => visit(to, [...trail, path]));
    done.add(path);
    return found;
  };
  return [...next.keys()].flatMap((path) => visit(path, []));
}

/** The features of the core that use each other's values both ways, such as `messages reviews`. */
export function mutualFeatures(sources: Sources): string[] {
  const uses = new Set(
    importsOf(sources)
      .filter(({ isType }) => !isType)
      .map(({ from, to }) => `${featureOf(from)} ${featureOf(to)}`),
  );
  return [...uses]
    .filter((pair) => {
      const [one = '', other = ''] = pair.split(' ');
      return one !== '' && one < other && uses.has(`${other} ${one}`);
    })
    .sort();
}

const featureOf = (path: string) => /^core\/([^/]+)\//.exec(path)?.[1] ?? '';
