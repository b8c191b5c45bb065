// The packages of which a part is in the executable, as the bundler reports them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { options } from '../../src/build/dashboard.ts';
import { bundle } from '../build-executable.ts';

export type Package = {
  name: string;
  version: string;
  /** In the form of SPDX. */
  licence: string;
  author: string;
  /** The texts of its licence and notices, empty if it includes none. */
  texts: string[];
  /** In the form of the lock file, such as `sha512-…`. */
  integrity: string;
};

const root = join(import.meta.dir, '../..');
const dashboard = join(root, 'src/dashboard');

export async function bundledPackages(): Promise<Package[]> {
  const inputs = [...(await serverInputs()), ...(await scriptInputs()), ...(await styleInputs())];
  const folders = new Set(inputs.flatMap(folderOf));
  const lock = lockedPackages();
  return [...folders].sort().map((folder) => describe(folder, lock));
}

const serverInputs = () => inputsOf({ ...bundle, target: 'bun' });

const scriptInputs = () =>
  inputsOf({
    ...options,
    splitting: true,
    entrypoints: ['main.tsx', 'scheme.ts'].map((name) => join(dashboard, name)),
  });

/** The fonts are copied, not bundled: the style names them. */
async function styleInputs(): Promise<string[]> {
  const entrypoints = [join(dashboard, 'style.css')];
  const inputs = await inputsOf({ entrypoints, target: 'bun', external: ['*.woff2'] });
  const fonts = inputs
    .filter((path) => path.startsWith('src/') && path.endsWith('.css'))
    .flatMap(
      (path) => readFileSync(join(root, path), 'utf8').match(/node_modules\/[^"')]+/g) ?? [],
    );
  return [...inputs, ...fonts];
}

async function inputsOf(config: Bun.BuildConfig): Promise<string[]> {
  const { metafile } = await Bun.build({ ...config, root, metafile: true });
  return Object.keys(metafile?.inputs ?? {}).map((path) => path.replaceAll('\\', '/'));
}

/** Returns the innermost package that a file belongs to. */
const folderOf = (path: string) =>
  /^(?:.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[0] ?? [];

function describe(folder: string, lock: Map<string, string>): Package {
  const own = join(root, folder);
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(own, 'package.json'), 'utf8'),
  );
  const files = readdirSync(own).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(own, file), 'utf8').trim());
  return {
    name,
    version,
    texts,
    licence: typeof license === 'string' ? license : guessed(name, texts),
    author: typeof author === 'string' ? author : (author?.name ?? ''),
    integrity: lock.get(`${name}@${version}`) ?? '',
  };
}

function guessed(name: string, texts: string[]): string {
  if (texts.some((text) => text.includes('Permission is hereby granted, free of charge')))
    return 'MIT';
  throw new Error(`Nothing says which licence ${name} has`);
}

/** Reads the entry of each package in bun.lock, which is JSON with more commas. */
function lockedPackages(): Map<string, string> {
  const lock = readFileSync(join(root, 'bun.lock'), 'utf8');
  const { packages } = JSON.parse(lock.replaceAll(/,(\s*[}\]])/g, '$1')) as {
    packages: Record<string, unknown[]>;
  };
  return new Map(Object.values(packages).map((entry) => [`${entry[0]}`, `${entry.at(-1)}`]));
}
