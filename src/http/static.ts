/** Serves what is the same for everyone: the dashboard's files, the documentation's pages and the API's reference. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesIfNoneMatch } from './ranges.ts';

/** By name; a text has copies `name.br` and `name.gz`, too. */
export type StaticFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export const A_YEAR = 'public, max-age=31536000, immutable';

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

type Asked = Pick<Request, 'method' | 'headers'>;

export const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-encoding',
};

/** Adds a text that was made while the server runs, with its compressed copy. */
export async function keepText(
  files: Map<string, Uint8Array<ArrayBuffer>>,
  name: string,
  text: string,
): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  files.set(`${name}.gz`, new Uint8Array(await promisify(gzip)(bytes)));
  files.set(name, bytes);
}

/** Weak, since its compressed copies have the same. */
export const etagOf = (bytes = new Uint8Array()) => `W/"${Bun.hash(bytes).toString(36)}"`;

/** Answers only 304 if the client has the `etag` already. */
export function unlessKnown(
  files: StaticFiles,
  name: string,
  request: Asked,
  headers: Record<string, string> & { etag: string },
): Response | undefined {
  if (!matchesIfNoneMatch(request.headers.get('if-none-match'), headers.etag)) {
    return answer(files, name, request, headers);
  }
  return new Response(null, { status: 304, headers: { ...always, ...headers } });
}

export function answer(
  files: StaticFiles,
  name: string,
  { method, headers: asked }: Asked,
  headers: Record<string, string>,
): Response | undefined {
  const [encoding, bytes] = bestOf(files, name, asked.get('accept-encoding') ?? '');
  if (!bytes || /\.(br|gz)$/.test(name)) return undefined;
  return new Response(method === 'HEAD' ? null : bytes, {
    headers: {
      ...always,
      ...headers,
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

function bestOf(files: StaticFiles, name: string, accepted: string) {
  const takes = (encoding: string) =>
    accepted
      .split(',')
      .some((one) => new RegExp(`^${encoding}\\b(?!.*q=0(\\.0*)?$)`).test(one.trim()));
  const br = takes('br') && files.get(`${name}.br`);
  if (br) return ['br', br] as const;
  const gzip = takes('gzip') && files.get(`${name}.gz`);
  if (gzip) return ['gzip', gzip] as const;
  return [null, files.get(name)] as const;
}
