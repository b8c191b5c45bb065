/** A registry of npm on loopback: the packages it is given, and nothing else. */
import { type Entry, tarGz } from '../../../scripts/release/archive.ts';

const MADE_AT = 1_700_000_000;
type Manifest = { name: string; version: string };
type Published = { manifest: Manifest; tarball: Uint8Array<ArrayBuffer> };

export type Registry = Awaited<ReturnType<typeof registryOf>>;

/** @param packages the files of each, as the release writes them */
export async function registryOf(packages: Entry[][]) {
  const published = new Map<string, Published>();
  for (const entries of packages) {
    const manifest = manifestOf(entries);
    published.set(manifest.name, { manifest, tarball: await tarGz(entries, MADE_AT) });
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { origin, pathname } = new URL(url);
      const path = decodeURIComponent(pathname).slice(1);
      const [name = '', file] = path.split('/-/');
      const one = published.get(name);
      if (!one) return Response.json({ error: 'Not found' }, { status: 404 });
      return file ? new Response(one.tarball) : Response.json(packumentOf(one, origin));
    },
  });
  return {
    url: server.url.origin,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function manifestOf(entries: Entry[]): Manifest {
  const found = entries.find(({ path }) => path === 'package/package.json');
  if (!found) throw new Error('A package without package.json');
  return JSON.parse(new TextDecoder().decode(found.bytes));
}

function packumentOf({ manifest, tarball }: Published, origin: string) {
  const { name, version } = manifest;
  const hash = (algorithm: 'sha512' | 'sha1') => new Bun.CryptoHasher(algorithm).update(tarball);
  const dist = {
    tarball: `${origin}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    integrity: `sha512-${hash('sha512').digest('base64')}`,
    shasum: hash('sha1').digest('hex'),
  };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
