/** The dashboard's page and its assets. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { basePathOf } from './base-path.ts';
import { pathOf } from './gate.ts';
import { strictTransport } from './headers.ts';
import type { PageAssets } from './openapi/page.ts';

/** By name; of a text also its copies `name.br` and `name.gz`. */
export type DashboardFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
export type Dashboard = (request: Request) => Response | undefined;

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** The files that the API page shares with the dashboard, by the names they were built with. */
export function pageAssets(files: DashboardFiles): PageAssets {
  const named = (name: RegExp) => [...files.keys()].find((one) => name.test(one)) ?? null;
  return {
    font: named(/^inter-latin-wght-normal-\w+\.woff2$/),
    scheme: named(/^scheme-\w+\.js$/),
  };
}

const ELSEWHERE = /^\/(api|health|metrics|docs|openapi\.json|socket\.io|ws)(\/|$)/;
const A_YEAR = 'public, max-age=31536000, immutable';

/** Answers what is the dashboard's; undefined for all else, which the app answers. */
export function createDashboard(built: DashboardFiles, publicUrl: string | null): Dashboard {
  const files = under(basePathOf(publicUrl), built);
  const page = files.get('index.html') ?? new Uint8Array();
  const secure = strictTransport(publicUrl);
  const etag = `W/"${Bun.hash(page).toString(36)}"`;

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = pathOf(request);
    if (path.startsWith('/assets/')) {
      const name = path.slice('/assets/'.length);
      return answer(files, name, request, { ...secure, 'cache-control': A_YEAR });
    }
    if (!isPage(path, request)) return undefined;
    const headers = {
      ...secure,
      'cache-control': 'no-cache',
      etag,
      'content-security-policy': policy(request.headers.get('host')),
    };
    if (request.headers.get('if-none-match') !== etag) {
      return answer(files, 'index.html', request, headers);
    }
    return new Response(null, { status: 304, headers: { ...always, ...headers } });
  };
}

/** Where the page is under a path it names its files there; they name one another from where they are. */
function under(base: string, files: DashboardFiles): DashboardFiles {
  const page = files.get('index.html');
  if (base === '' || !page) return files;
  const text = new TextDecoder().decode(page).replaceAll('"/assets/', `"${base}/assets/`);
  const bytes = new TextEncoder().encode(text);
  return new Map([
    ...files,
    ['index.html', bytes],
    ['index.html.br', new Uint8Array(brotliCompressSync(bytes))],
    ['index.html.gz', new Uint8Array(gzipSync(bytes))],
  ]);
}

/** A program that mistypes a path of the API is told so; a browser gets the page, which knows the rest. */
function isPage(path: string, { headers }: Request): boolean {
  if (path === '/') return true;
  if (ELSEWHERE.test(path) || /\.[^/]*$/.test(path)) return false;
  return headers.get('accept')?.includes('text/html') ?? false;
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-encoding',
};

function answer(
  files: DashboardFiles,
  name: string,
  { method, headers: asked }: Request,
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

function bestOf(files: DashboardFiles, name: string, accepted: string) {
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

/** Mantine writes its variables into a style element: styles may be inline, scripts never. */
function policy(host: string | null): string {
  // Safari does not take 'self' for a socket's address.
  const sockets = host && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
