// Bundles src/dashboard into dist/dashboard, compressed and named by hash, with a list of its files.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BuildConfig, BunPlugin } from 'bun';
import { isStale, put as putNamed, replaceFolder } from './files.ts';

const root = join(import.meta.dir, '../..');
const source = join(root, 'src/dashboard');
const built = join(root, 'dist/dashboard');
const sources = [
  'src/dashboard',
  'src/kinds',
  'src/ways',
  'src/client',
  'src/core',
  'bun.lock',
  'src/build/dashboard.ts',
  'src/build/files.ts',
];
const compressible = /\.(js|css|svg|html)$/;

let upToDate: Promise<void> | undefined;

/** Builds the bundle if it is missing or older than its sources; a process looks a single time. */
export const buildWhenStale = (): Promise<void> =>
  (upToDate ??= isStale(built, sources) ? buildDashboard() : Promise.resolve());

export const buildDashboard = (): Promise<void> => replaceFolder(built, fill);

async function fill(folder: string): Promise<string[]> {
  const scripts = await bundleScripts(folder);
  const icons = await putIcons(folder);
  const fromRoot = Object.entries(icons).map(([from, to]) => [from, `.${to}`]);
  const namedFromRoot = (text: string) => replaceIn(text, Object.fromEntries(fromRoot));
  const replaced = {
    './scheme.ts': await put(folder, 'scheme.js', await bundleOne('scheme.ts', 'iife')),
    './style.css': await put(folder, 'style.css', await bundleStyle(folder, 'style.css')),
    './decide/decide.css': await put(
      folder,
      'decide.css',
      await bundleStyle(folder, 'decide/decide.css'),
    ),
    './decide/start.ts': await put(folder, 'decide.js', await bundleOne('decide/start.ts', 'esm')),
    ...icons,
    './manifest.webmanifest': '/manifest.webmanifest',
    './main.tsx': scripts.main,
  };
  await Bun.write(join(folder, 'index.html'), await page('index', replaced, scripts.preloads));
  await Bun.write(join(folder, 'decide.html'), await page('decide', replaced, []));
  // These two keep their names: a browser asks for them again by those.
  await Bun.write(
    join(folder, 'sw.js'),
    namedFromRoot(await bundleOne('worker/worker.ts', 'iife')),
  );
  const manifest = 'manifest.webmanifest';
  await Bun.write(join(folder, manifest), namedFromRoot(await look(manifest).text()));
  const names = await readdir(folder);
  await Promise.all(names.filter((name) => compressible.test(name)).map(compress(folder)));
  return names.flatMap((name) =>
    compressible.test(name) ? [name, `${name}.br`, `${name}.gz`] : [name],
  );
}

const runtime = join(source, 'look/jsx-runtime.ts');

/** Lets all modules make their elements with the runtime of the dashboard, which alone has React's. */
const elements: BunPlugin = {
  name: 'elements',
  setup(build) {
    build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, importer }) => {
      const isForIt = path === 'react' ? importer.includes('/wouter/') : importer !== runtime;
      return isForIt ? { path: runtime } : undefined;
    });
  },
};

/** How its scripts are bundled. */
export const options = {
  target: 'browser',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: { runtime: 'automatic', development: false },
  plugins: [elements],
} satisfies Omit<BuildConfig, 'entrypoints'>;

/** The start script, a chunk for each page, and what the start imports. */
async function bundleScripts(outdir: string) {
  const { outputs } = await Bun.build({
    ...options,
    entrypoints: [join(source, 'main.tsx')],
    outdir,
    splitting: true,
    // From one another: the page may be under a path of its host.
    publicPath: './',
    naming: { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]' },
  });
  const entry = outputs.find(({ kind }) => kind === 'entry-point');
  if (!entry) throw new Error('The build made no script to start with');
  const imported = [...(await entry.text()).matchAll(/from"\.\/([^"]+)"/g)];
  const preloads = imported.map(([, name = '']) => `/assets/${name}`);
  return { main: `/assets/${basename(entry.path)}`, preloads };
}

/** Bundles one entry and its imports into a single file. */
async function bundleOne(name: string, as: 'iife' | 'esm' | 'css'): Promise<string> {
  const { outputs } = await Bun.build({
    ...options,
    // For current browsers: for earlier ones Bun would write out every right-to-left language.
    target: as === 'css' ? 'bun' : 'browser',
    entrypoints: [join(source, name)],
    format: as === 'esm' ? 'esm' : 'iife',
    // Bun would write the fonts into the style.
    external: ['*.woff2'],
  });
  const [made] = outputs;
  if (!made) throw new Error(`The build made nothing of ${name}`);
  return made.text();
}

async function bundleStyle(folder: string, name: string): Promise<string> {
  const style = await bundleOne(name, 'css');
  const urls = new Map<string, string>();
  for (const [, url = ''] of style.matchAll(/url\("?([^")]+\.woff2)"?\)/g)) {
    const bytes = await Bun.file(join(source, 'look', url)).bytes();
    urls.set(url, siblingPath(await put(folder, basename(url), bytes)));
  }
  return style.replace(/url\("?([^")]+\.woff2)"?\)/g, (_, url) => `url("${urls.get(url)}")`);
}

const icons = ['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'icon-touch.png'];

async function putIcons(folder: string): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const name of icons) paths[`./${name}`] = await put(folder, name, await look(name).bytes());
  return paths;
}

const look = (name: string) => Bun.file(join(source, 'look', name));

const replaceIn = (text: string, replaced: Record<string, string>) =>
  Object.entries(replaced).reduce((now, [from, to]) => now.replace(`"${from}"`, `"${to}"`), text);

/** Writes a file under its name with its hash, and returns its path in the browser. */
const put = async (folder: string, name: string, content: string | Uint8Array) =>
  `/assets/${await putNamed(folder, name, content)}`;

/** Returns the browser path of a file, for another file in the same folder. */
const siblingPath = (path: string) => `./${basename(path)}`;

async function page(
  name: 'index' | 'decide',
  replaced: Record<string, string>,
  preloads: string[],
): Promise<string> {
  const template = await Bun.file(join(source, `${name}.html`)).text();
  const links = preloads.map((path) => `<link rel="modulepreload" href="${path}">`);
  return replaceIn(template.replace('<!-- preloads -->', links.join('\n    ')), replaced);
}

const compress = (folder: string) => async (name: string) => {
  const bytes = await Bun.file(join(folder, name)).bytes();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await Bun.write(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  await Bun.write(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
};
